import { type RawBuilder, sql } from 'kysely';
import type { SearchSort } from '#contract/search.ts';
import type { TextQuery } from './text-query.ts';

/** What the table of what is searched is asked for. */
export interface Query {
  text: TextQuery | null;
  /** What listings have to be filed under: '#category12', '#place34'. */
  marks: string[];
  /** What comes first if it is filed under these. */
  inside: string[];
  near: { lat: number; lng: number } | null;
  /** Miles from `near` at most. */
  within: number | null;
  /** West, south, east, north in degrees. */
  box: [number, number, number, number] | null;
  openNow: boolean;
  /** Of paid levels alone. */
  paid: boolean;
}

/** A condition that an index answers, and what else of the query has to be looked at then. */
export interface Way {
  where: RawBuilder<unknown>;
  rest: RawBuilder<unknown>;
  isOfWords: boolean;
}

/** The indexes that all of what is looked for can be taken from. */
export function waysOf(query: Query): Way[] {
  const words = matching(query.text?.any ?? null, query.marks);
  const area = lying(query);
  const ways: Way[] = [];
  if (words) ways.push(wayOf(words));
  if (area) ways.push({ where: area, rest: words ?? sql`true`, isOfWords: false });
  return ways;
}

/** By the words alone. */
export const wayOf = (words: RawBuilder<unknown>): Way => ({ where: words, rest: sql`true`, isOfWords: true });

/**
 * The rows that have the words and marks; null where none are asked for. In a subquery, which tells PostgreSQL nothing
 * of how many there may be: it then takes the index of words for all alike.
 */
export function matching(words: string | null, marks: string[]): RawBuilder<unknown> | null {
  const all = [...(words === null ? [] : [words]), ...marks.map((mark) => `'${mark}'`)];
  return all.length === 0 ? null : sql`words @@ (select ${all.join(' & ')}::tsquery)`;
}

/** What is asked for besides words and marks. */
export function fits(query: Query): RawBuilder<unknown> {
  const conditions = [sql`(expires_at is null or expires_at > now())`];
  const area = lying(query);
  if (area) conditions.push(area);
  if (query.openNow) conditions.push(sql`coalesce(open_minutes @> minute_of_week(now()), false)`);
  if (query.paid) conditions.push(sql`coalesce(paid_until > now(), false)`);
  return sql.join(conditions, sql` and `);
}

/** The rows that lie where they are looked for, which one index answers; null where that is everywhere. */
export function lying({ near, within, box }: Query): RawBuilder<unknown> | null {
  const areas = [
    ...(near && within !== null ? [sql`position <@ circle(${positionOf(near)}, ${within})`] : []),
    ...(box ? [sql`position <@ ${boxOf(box)}`] : []),
  ];
  return areas.length === 0 ? null : sql.join(areas, sql` and `);
}

/** Which tier of several a row belongs to, 0 being exactly that name. */
export function tierOf({ text, near }: Query, tiers: (string | null)[]): RawBuilder<unknown> {
  if (!text || tiers.length === 1) return sql`0`;
  // What none of the others finds, the last one does. Nearer is better than to be called just so.
  const cases = tiers.slice(0, -1).map((tier, i) => sql`when ${matching(tier, [])} then ${sql.lit(i + 1)}`);
  return sql`case when ${near ? sql`false` : sql`name = ${text.name}`} then 0 ${sql.join(cases, sql` `)} else ${sql.lit(tiers.length)} end`;
}

const isByDistance = ({ near }: Query, sort: SearchSort) => near !== null && (sort === 'best' || sort === 'nearest');

/** The order within a tier, of columns as `ranking.ts` names them. */
export function orderOf(query: Query, sort: SearchSort): RawBuilder<unknown> {
  if (sort === 'name') return sql`name, listing_id`;
  return isByDistance(query, sort)
    ? sql`miles, created_at desc, listing_id desc`
    : sql`created_at desc, listing_id desc`;
}

/** The same as an index has it. */
export const walkOf = (query: Query, sort: SearchSort) =>
  query.near && isByDistance(query, sort) ? sql`position <-> ${positionOf(query.near)}` : orderOf(query, sort);

/** Miles from what is looked for near; null without it. */
export const milesFrom = ({ near }: Query) => (near ? sql`position <-> ${positionOf(near)}` : sql`null::float8`);
const positionOf = ({ lat, lng }: { lat: number; lng: number }) => sql`search_position(${lat}, ${lng})`;
const boxOf = ([west, south, east, north]: NonNullable<Query['box']>) =>
  sql`box(${positionOf({ lat: north, lng: east })}, ${positionOf({ lat: south, lng: west })})`;
