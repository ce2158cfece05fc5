import { parse } from 'csv-parse/sync';
import { readAddress } from '#contract/values/address.ts';
import { toHouseNumber } from '#contract/values/street-name.ts';
import { toGrid } from './grid.ts';
import { findOnLines } from './lines.ts';
import type { Street } from './street.ts';

/** A row of a file of businesses. */
export interface KnownRow {
  id: string;
  address: string;
  zip: string;
  lat: string;
  lng: string;
}

/** The rows of a CSV file in the format of `data/`. */
export const parseKnownRows = (file: Buffer): KnownRow[] => parse(file, { columns: true, bom: true, trim: true });

/** Two decimals are up to half a mile. */
const EXACT = /\.\d{3}/;

/** The houses of rows that have an address with a number and an exact point, by street and ZIP code. */
export function toKnownStreets(rows: Iterable<KnownRow>): Street[] {
  const streets = new Map<string, Street>();
  for (const { address, zip, lat, lng } of rows) {
    const { number, street } = readAddress(address);
    if (number === null || street === null || !EXACT.test(lat) || !EXACT.test(lng)) continue;
    const [value, point] = [Number(toHouseNumber(number)), toGrid({ lat: Number(lat), lng: Number(lng) })];
    if (!(value > 0) || !point.every(Number.isInteger)) continue;
    const key = `${street.toLowerCase()} ${zip.slice(0, 5)}`;
    const known = streets.get(key) ?? { name: street, houses: [], estimates: [], lines: [] };
    streets.set(key, known);
    known.houses.push({ number: value, point });
  }
  return [...streets.values()];
}

/** A house is of a street if it is not farther from the middle of its road. */
const ROADSIDE_KM = 0.25;

/** Streets with the houses of those without lines that stand beside them, and what then remains of these. All have one name. */
export function attachKnown(roads: Street[], known: Street[]): Street[] {
  const attached = roads.map((road) => ({ ...road, houses: [...road.houses] }));
  const apart = known.map((street) => ({
    ...street,
    houses: street.houses.filter((house) => {
      const beside = attached.filter(
        ({ lines }) => (findOnLines(lines, house.point)?.distanceKm ?? Infinity) < ROADSIDE_KM,
      );
      for (const road of beside) road.houses.push(house);
      return beside.length === 0;
    }),
  }));
  return [...attached, ...apart.filter(({ houses }) => houses.length > 0)];
}
