import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { readAddress } from '#contract/values/address.ts';
import { readStreetName, type StreetName, toHouseNumber } from '#contract/values/street-name.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type AddressPoint, chooseStreet } from './choose-street.ts';
import { type SearchArea, toSearchAreas } from './search-area.ts';
import { toAreaBox } from './search-box.ts';
import type { Street } from './street.ts';
import { toStreetKey } from './street-key.ts';
import { decodeShape } from './street-shape.ts';

/** An address in the words of its owner or of a file; an unknown ZIP code or city is empty. */
export interface TypedAddress {
  address: string;
  city: string;
  zip: string;
}

/** The data that addresses are located by. */
export interface AddressDeps {
  db: Kysely<DB>;
  gazetteer: Pick<ReferenceData, 'zipCodes' | 'places'>;
}

/**
 * Locates addresses by the table of streets: by ZIP code, else by city. One query reads the streets of all of them, and a second one
 * those with similar names for misspelled ones.
 * @returns a point for each; null for post-office boxes, and where the area has no such street
 */
export async function locateAddresses(
  { db, gazetteer }: AddressDeps,
  addresses: TypedAddress[],
): Promise<(AddressPoint | null)[]> {
  const requests = addresses.flatMap((typed, position) => toRequests(gazetteer, typed, position));
  const points = new Map<number, AddressPoint>();
  for (const read of [readNamed, readSimilar]) {
    const open = requests.filter(({ position }) => !points.has(position));
    if (open.length === 0) break;
    const found = await read(db, open);
    for (const [i, request] of open.entries()) {
      if (points.has(request.position)) continue;
      // Requests of visitors come between.
      if (i % REQUESTS_PER_TURN === 0) await setImmediate();
      const point = chooseStreet(found.get(i) ?? [], request);
      if (point) points.set(request.position, point);
    }
  }
  return addresses.map((_, position) => points.get(position) ?? null);
}

const REQUESTS_PER_TURN = 5;

/** A name to look up in an area for one of the addresses. */
interface Request {
  position: number;
  name: StreetName;
  number: number | null;
  area: SearchArea;
}

/** The look-ups of an address, the likeliest first. */
function toRequests(gazetteer: AddressDeps['gazetteer'], typed: TypedAddress, position: number): Request[] {
  const { number, street } = readAddress(typed.address);
  if (street === null) return [];
  const value = number === null ? null : Number(toHouseNumber(number));
  const names = toNames(street).filter((name) => name.words.length > 0);
  return toSearchAreas(gazetteer, typed).flatMap((area) =>
    names.map((name) => ({ position, name, number: value, area })),
  );
}

const MAX_SHORTER_NAMES = 2;

/** The name as a whole, then without what stands behind its type: 'Ventura Blvd Studio City'. */
function toNames(street: string): StreetName[] {
  const words = street.split(' ').slice(0, MAX_WORDS);
  const shorter = words.flatMap((_, i) => {
    const name = readStreetName(words.slice(0, i + 1).join(' '));
    return i > 0 && i < words.length - 1 && name.type !== null ? [name] : [];
  });
  return [readStreetName(words.join(' ')), ...shorter.slice(0, MAX_SHORTER_NAMES)];
}

const MAX_WORDS = 10;

interface StreetRow {
  position: number;
  name: string;
  shape: Buffer;
}

/** Enough for a name in a county: 'Main Street' has a hundred. */
const MAX_STREETS = 100;
const MAX_SIMILAR = 12;
const MIN_SIMILARITY = 0.45;
const MIN_SIMILAR_LENGTH = 5;

/** The requests as rows of a query. */
const toRows = (requests: Request[]) => {
  const rows = requests.map(({ name, area }, position) => {
    const [west, south, east, north] = toAreaBox(area);
    return { position, key: toStreetKey(name), west, south, east, north };
  });
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as r(position int, key text, west int, south int, east int, north int)`;
};

const overlaps = sql`s.west <= r.east and s.east >= r.west and s.south <= r.north and s.north >= r.south`;

/** The query of the streets with the names of requests. */
export const namedQuery = (requests: Request[]) => sql<StreetRow>`
    select r.position, s.name, s.shape from ${toRows(requests)}
    cross join lateral (
      select s.name, s.shape from streets s where s.key = r.key and ${overlaps} limit ${sql.lit(MAX_STREETS)}
    ) s`;

/** The query of the streets with names like those of requests, the most similar first. */
export const similarQuery = (requests: Request[]) => sql<StreetRow>`
    select r.position, s.name, s.shape from ${toRows(requests)}
    cross join lateral (
      select s.name, s.shape from streets s
      where s.key % r.key and similarity(s.key, r.key) >= ${sql.lit(MIN_SIMILARITY)} and ${overlaps}
      order by similarity(s.key, r.key) desc limit ${sql.lit(MAX_SIMILAR)}
    ) s
    where length(r.key) >= ${sql.lit(MIN_SIMILAR_LENGTH)}`;

const readNamed = async (db: Kysely<DB>, requests: Request[]) => group(await namedQuery(requests).execute(db));
const readSimilar = async (db: Kysely<DB>, requests: Request[]) => group(await similarQuery(requests).execute(db));

function group({ rows }: { rows: StreetRow[] }): Map<number, Street[]> {
  const streets = rows.map(({ position, name, shape }) => ({ position, street: { name, ...decodeShape(shape) } }));
  const byRequest = Map.groupBy(streets, ({ position }) => position);
  return new Map([...byRequest].map(([position, of]) => [position, of.map(({ street }) => street)]));
}
