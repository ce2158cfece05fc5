import { sql } from 'kysely';
import type { AddressSuggestions } from '#contract/listing-fields/addresses.ts';
import { readStreetName, type StreetName, toHouseNumber } from '#contract/values/street-name.ts';
import { findCityAt } from '#server/places/city-outlines.ts';
import { findNearestZipCode } from '#server/places/points.ts';
import { chooseStreet } from './choose-street.ts';
import { fromGrid } from './grid.ts';
import { attachKnown } from './known-addresses.ts';
import type { AddressDeps } from './locate-addresses.ts';
import { isExact } from './locate-number.ts';
import { type SearchArea, toSearchAreas } from './search-area.ts';
import { toAreaBox } from './search-box.ts';
import type { GridBox, Street } from './street.ts';
import { toStreetKey } from './street-key.ts';
import { decodeShape } from './street-shape.ts';

const MAX_SUGGESTIONS = 6;
/** Shorter beginnings match too many streets. */
const MIN_KEY_LENGTH = 3;
// Bounds the time: a street can have thousands of houses.
const MAX_STREETS = 60;

/**
 * Houses whose number was typed, on streets whose names begin as typed: those whose number is known first, then by distance from the middle
 * of the ZIP code or city. Empty before a number and three letters of the street.
 */
export async function suggestAddresses(
  deps: AddressDeps,
  { q, city, zip }: { q: string; city: string; zip: string },
): Promise<AddressSuggestions> {
  const [, number = '', street = ''] = /^\s*(\d{1,6}[a-z]?)\s+(.+)$/i.exec(q) ?? [];
  const name = readStreetName(street);
  if (toStreetKey(name).length < MIN_KEY_LENGTH) return [];
  const area = toSearchAreas(deps.gazetteer, { zip, city })[0];
  const found = [];
  for (const road of await readRoads(deps, name, area)) {
    const middle = fromGrid(road.lines[0]?.[0] ?? [0, 0]);
    const typed = { name: readStreetName(road.name), number: Number(toHouseNumber(number)) };
    const point = chooseStreet([road], {
      ...typed,
      area: area ?? { middle, usualKm: ANYWHERE_KM, maxKm: ANYWHERE_KM },
    });
    if (point) found.push({ point, isOther: isOtherStreet(name, typed.name) });
  }
  const sorted = found.toSorted(
    (a, b) =>
      Number(a.isOther) - Number(b.isOther) || Number(isExact(b.point.quality)) - Number(isExact(a.point.quality)),
  );
  const suggestions = sorted.map(({ point }) => ({
    address: `${number.toUpperCase()} ${point.street}`,
    city: (findCityAt(deps.gazetteer, point) ?? findNearestZipCode(deps.gazetteer, point)?.place)?.name ?? null,
  }));
  const different = Map.groupBy(suggestions, ({ address, city }) => `${address} ${city}`);
  return [...different.values()].flatMap(([first]) => first ?? []).slice(0, MAX_SUGGESTIONS);
}

const ANYWHERE_KM = 500;

/** Whether the typed name has a direction or type that a street has not. */
const isOtherStreet = (typed: StreetName, { direction, type }: StreetName) =>
  (typed.direction !== null && typed.direction !== direction) || (typed.type !== null && typed.type !== type);

/**
 * The roads whose names begin as typed, and those of the words before the last one, which may be the beginning of a type: 'campus dr'. The
 * houses of single rows are joined with their roads.
 */
async function readRoads({ db }: AddressDeps, name: StreetName, area: SearchArea | undefined): Promise<Street[]> {
  const { rows } = await prefixQuery(name, area).execute(db);
  const streets = rows.map((row): Street => ({ name: row.name, ...decodeShape(row.shape) }));
  return [...Map.groupBy(streets, (street) => toStreetKey(readStreetName(street.name))).values()]
    .flatMap((named) =>
      attachKnown(
        named.filter(isRoad),
        named.filter((street) => !isRoad(street)),
      ),
    )
    .filter((street) => isRoad(street) && !/ Freeway$/.test(street.name));
}

const isRoad = ({ lines }: Street) => lines.length > 0;

/** The query of streets by the beginning of their names; those with roads first, the nearest and those with the shortest names before others. */
export function prefixQuery(name: StreetName, area: SearchArea | undefined) {
  const key = toStreetKey(name);
  const shorter = toStreetKey({ words: name.words.slice(0, -1) });
  const [west, south, east, north] = area ? toAreaBox(area) : EVERYWHERE;
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  // Keys have letters and digits only, in the order of their bytes.
  return sql<{ name: string; shape: Buffer }>`
    select name, shape from streets
    where ((key ~>=~ ${key} and key ~<~ ${`${key}\uffff`}) or key = ${shorter.length >= MIN_KEY_LENGTH ? shorter : key})
      and west <= ${east} and east >= ${west} and south <= ${north} and north >= ${south}
    order by key <> ${key}, ${area ? sql`abs((west + east) / 2 - ${x}::int) + abs((south + north) / 2 - ${y}::int)` : sql`length(key), length(shape) desc`}
    limit ${sql.lit(MAX_STREETS)}`;
}

const EVERYWHERE: GridBox = [-2_000_000_000, -2_000_000_000, 2_000_000_000, 2_000_000_000];
