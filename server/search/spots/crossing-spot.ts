import { type Kysely, sql } from 'kysely';
import { toPlainText } from '#contract/values/plain-text.ts';
import { readStreetName, toPlainLetters } from '#contract/values/street-name.ts';
import { findCrossing } from '#server/geocoding/addresses/crossing.ts';
import { fromGrid, gridDistanceKm, toGrid } from '#server/geocoding/addresses/grid.ts';
import { getLengthKm } from '#server/geocoding/addresses/lines.ts';
import type { Street } from '#server/geocoding/addresses/street.ts';
import { toStreetKey } from '#server/geocoding/addresses/street-key.ts';
import { decodeShape } from '#server/geocoding/addresses/street-shape.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { Point } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type Area, findAreaByName } from '#server/search/areas.ts';
import { type Freeway, freewaysByName, freewaysByNumber } from './freeways.ts';

/** Two streets, or a street and a freeway, in the words of a search, with a place where they name one. */
export interface CrossingSpot {
  /** What is sought there: 'tacos' of 'tacos near Sunset and Vermont'. */
  rest: string;
  streets: [string, string];
  place: Area | undefined;
}

const OPENING =
  /^(?<rest>.*?)\s*\b(?:near|at|by|around|close to|corner of|on|cerca de|en|esquina de)\s+(?:the )?(?:corner of )?(?=\S)/;
const CROSSING = /^(?<a>[\p{L}\p{N}' .]{2,40}?)\s*(?:\s(?:and|y|at)\s|[&/@])\s*(?<b>[\p{L}\p{N}' .]{2,60})$/u;
const MAX_CITY_WORDS = 4;

/**
 * The crossing that the words of a search are, or that they end in behind a preposition: 'Sunset and Vermont', 'tacos near Main St & 5th, Irvine'.
 * Whether both are streets is for `locateCrossing`.
 */
export function readCrossingSpot(
  gazetteer: Gazetteer,
  text: string,
  place: Area | undefined,
): CrossingSpot | undefined {
  const plain = toPlainLetters(toPlainText(text)).replace(/,/g, ' ').replace(/\s+/g, ' ').trim();
  const opening = OPENING.exec(plain);
  for (const begin of opening ? [opening[0].length, 0] : [0]) {
    const { a, b } = CROSSING.exec(plain.slice(begin))?.groups ?? {};
    if (!a || !b) continue;
    const named = readEnd(gazetteer, b);
    const rest = begin === 0 ? '' : (opening?.groups?.rest ?? '');
    return { rest, streets: [a.trim(), named.street], place: named.place ?? place };
  }
  return undefined;
}

/** How many words the name of a street has at most, in a search that says more without a preposition. */
const MAX_STREET_WORDS = 3;

/**
 * The crossings that may be among the words of a search: 'mcdonalds wilshire and western', 'sunset and vermont coffee'. Longer names of streets
 * come first, and of equal ones those that leave something to be sought.
 */
export function readCrossingsWithin(gazetteer: Gazetteer, text: string, place: Area | undefined): CrossingSpot[] {
  const plain = toPlainLetters(toPlainText(text)).replace(/[,&]/g, ' and ').replace(/\s+/g, ' ').trim();
  const { before, after } = WITHIN.exec(plain)?.groups ?? {};
  if (!before || !after) return [];
  const [first, second] = [before.split(' '), after.split(' ')];
  const lengths = [...Array(MAX_STREET_WORDS).keys()].map((i) => i + 1);
  const pairs = lengths.flatMap((a) => lengths.map((b) => [a, b] as const));
  return pairs
    .filter(([a, b]) => a <= first.length && b <= second.length && a + b < first.length + second.length)
    .sort(([a, b], [c, d]) => c + d - a - b)
    .map(([a, b]) => {
      const behind = second.slice(b).join(' ');
      const named = behind === '' ? undefined : findAreaByName(gazetteer, behind.replace(/^(?:in|en) /, ''));
      const rest = [...first.slice(0, -a), ...(named ? [] : second.slice(b))].join(' ').replace(LINKS_AT_END, '');
      return { rest, streets: [first.slice(-a).join(' '), second.slice(0, b).join(' ')], place: named ?? place };
    });
}

/** 'cerca del' of 'lavandería cerca del 10 y la Western'. */
const LINKS_AT_END = /(?:(?:^|\s)(?:near|at|by|around|off|of|the|cerca|de|del|la|el|en))+$/;

const WITHIN = /^(?<before>.+?) (?:and|y) (?<after>.+)$/;

/** A street with the city behind it. */
function readEnd(gazetteer: Gazetteer, text: string): { street: string; place?: Area } {
  const words = text.trim().split(' ');
  for (let length = Math.min(MAX_CITY_WORDS, words.length - 1); length > 0; length--) {
    const place = findAreaByName(gazetteer, words.slice(-length).join(' '));
    if (!place?.allowsRadius) continue;
    return {
      street: words
        .slice(0, -length)
        .join(' ')
        .replace(/ (?:in|en)$/, ''),
      place,
    };
  }
  return { street: text.trim() };
}

/** The streets of two names together. */
const MAX_STREETS = 300;
/** A crossing belongs to a place if it is not farther from its middle. */
const MAX_KM_FROM_PLACE = 25;

/** The query of the streets of some names. */
export const crossingQuery = (keys: string[]) => sql<{ key: string; name: string; shape: Buffer }>`
    select key, name, shape from streets where key = any(${keys}) order by length(shape) desc limit ${sql.lit(MAX_STREETS)}`;

/**
 * The first of several crossings that there is, of whose streets most are ruled out by one query.
 */
export async function locateFirstCrossing(
  db: Kysely<DB>,
  crossings: CrossingSpot[],
): Promise<{ crossing: CrossingSpot; point: Point & { name: string } } | null> {
  if (crossings.length === 0) return null;
  const names = [...new Set(crossings.flatMap(({ streets }) => streets))];
  const keys = new Map(names.map((name) => [name, toKey(name)]));
  const { rows } = await sql<{ key: string }>`
    select distinct key from streets where key = any(${[...keys.values()].filter((key) => key.length > 0)})`.execute(
    db,
  );
  const known = new Set(rows.map(({ key }) => key));
  const isRoad = (name: string) => known.has(keys.get(name) ?? '') || findFreewaysCalled(name).length > 0;
  for (const crossing of crossings) {
    if (!crossing.streets.every(isRoad)) continue;
    const point = await locateCrossing(db, crossing);
    if (point) return { crossing, point };
  }
  return null;
}

/**
 * Where two streets cross: of several crossings the one nearest to the place, or without one that of the longest streets.
 * @returns null where they do not, or one of them is no street
 */
export async function locateCrossing(
  db: Kysely<DB>,
  { streets, place }: CrossingSpot,
): Promise<(Point & { name: string }) | null> {
  const keys = streets.map(toKey);
  const [first = '', second = ''] = keys;
  if (first.length === 0 || second.length === 0 || first === second) return null;
  const { rows } = await crossingQuery(keys).execute(db);
  const roads = rows.map(({ key, name, shape }) => ({ key, street: { name, ...decodeShape(shape) } as Street }));
  const ofName = (name: string, key: string) => {
    const freeways = findFreewaysCalled(name).map(({ ref, lines }) => ({
      street: { name: ref, lines: lines.map((line) => line.map(([lng, lat]) => toGrid({ lat, lng }))) },
    }));
    return freeways.length > 0 ? freeways : roads.filter((road) => road.key === key && road.street.lines.length > 0);
  };
  const middle = place && toGrid(place);
  let best: { point: Point & { name: string }; cost: number } | undefined;
  for (const a of ofName(streets[0], first)) {
    for (const b of ofName(streets[1], second)) {
      const at = findCrossing(a.street, b.street);
      if (!at) continue;
      const km = middle ? gridDistanceKm(at, middle) : 0;
      if (km > MAX_KM_FROM_PLACE) continue;
      const length = [a, b].flatMap(({ street }) => street.lines.map(getLengthKm)).reduce((sum, one) => sum + one, 0);
      const cost = middle ? km : -length;
      const name = `${a.street.name} & ${b.street.name}`;
      if (!best || cost < best.cost) best = { point: { ...fromGrid(at), name }, cost };
    }
  }
  return best?.point ?? null;
}

/** The key of a street's name, which Spanish gives an article: 'la Western'. */
const toKey = (name: string) => toStreetKey(readStreetName(name.replace(/^(?:the|la|el) (?=\p{L})/u, '')));

const FREEWAY =
  /^(?:(?:the|la|el|del) )?(?:(?:i|interstate|us|ca|sr|hwy|highway|route|autopista)[ -]?)?(?<number>\d{1,3})(?: (?:freeway|fwy|frwy))?$/;

/** The freeways of a name or number beside a street: '405', 'the 10', 'pch'. */
function findFreewaysCalled(name: string): Freeway[] {
  const { number } = FREEWAY.exec(name)?.groups ?? {};
  if (number !== undefined) return freewaysByNumber.get(String(Number(number))) ?? [];
  return freewaysByName.get(name.replace(/^the /, '').replace(/ (?:fwy|frwy)$/, ' freeway')) ?? [];
}
