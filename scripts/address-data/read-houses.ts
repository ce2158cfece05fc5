import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { toHouseNumber } from '#contract/values/street-name.ts';
import { toGrid } from '#server/geocoding/addresses/grid.ts';
import type { House } from '#server/geocoding/addresses/street.ts';

const MAX_NUMBER = 999_999;

/**
 * Reads house numbers by the names of their streets.
 * @param path of a CSV file, compressed if it ends in .gz, with the columns number, street, lat and lng
 */
export async function readHouses(path: string): Promise<Map<string, House[]>> {
  const file = createReadStream(path);
  const text = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  const houses = new Map<string, House[]>();
  for await (const row of text.pipe(parse({ columns: true, bom: true, trim: true }))) {
    const { number, street, lat, lng }: Record<string, string> = row;
    const value = Number(toHouseNumber(number ?? ''));
    const [x, y] = toGrid({ lat: Number(lat), lng: Number(lng) });
    if (!street || !(value > 0 && value <= MAX_NUMBER) || !Number.isInteger(x) || !Number.isInteger(y)) continue;
    const known = houses.get(street);
    const house: House = { number: value, point: [x, y] };
    if (known) known.push(house);
    else houses.set(street, [house]);
  }
  return houses;
}
