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

/** Two streets in the words of a search, with a place where they name one. */
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
 * Where two streets cross: of several crossings the one nearest to the place, or without one that of the longest streets.
 * @returns null where they do not, or one of them is no street
 */
export async function locateCrossing(
  db: Kysely<DB>,
  { streets, place }: CrossingSpot,
): Promise<(Point & { name: string }) | null> {
  const keys = streets.map((street) => toStreetKey(readStreetName(street)));
  const [first = '', second = ''] = keys;
  if (first.length === 0 || second.length === 0 || first === second) return null;
  const { rows } = await crossingQuery(keys).execute(db);
  const roads = rows.map(({ key, name, shape }) => ({ key, street: { name, ...decodeShape(shape) } as Street }));
  const of = (key: string) => roads.filter((road) => road.key === key && road.street.lines.length > 0);
  const middle = place && toGrid(place);
  let best: { point: Point & { name: string }; cost: number } | undefined;
  for (const a of of(first)) {
    for (const b of of(second)) {
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
