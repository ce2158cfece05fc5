import { type RawBuilder, sql } from 'kysely';
import type { SearchSort } from '#contract/search.ts';
import type { TextQuery } from './text-query.ts';

/** What the table of what is searched is asked for. */
export interface IndexQuery {
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
export interface IndexPath {
  indexCondition: RawBuilder<unknown>;
  filter: RawBuilder<unknown>;
  usesTerms: boolean;
}

/** The indexes that all of what is looked for can be taken from. */
export function indexPaths(query: IndexQuery): IndexPath[] {
  const words = termPredicate(query.text?.any ?? null, query.marks);
  const area = geoPredicate(query);
  const paths: IndexPath[] = [];
  if (words) paths.push(termIndexPath(words));
  if (area) paths.push({ indexCondition: area, filter: words ?? sql`true`, usesTerms: false });
  return paths;
}

/** By the words alone. */
export const termIndexPath = (words: RawBuilder<unknown>): IndexPath => ({
  indexCondition: words,
  filter: sql`true`,
  usesTerms: true,
});

/**
 * The rows that have the words and marks; null where none are asked for. In a subquery, which tells PostgreSQL nothing
 * of how many there may be: it then takes the index of words for all alike.
 */
export function termPredicate(words: string | null, marks: string[]): RawBuilder<unknown> | null {
  const all = [...(words === null ? [] : [words]), ...marks.map((mark) => `'${mark}'`)];
  return all.length === 0 ? null : sql`words @@ (select ${all.join(' & ')}::tsquery)`;
}

/** What is asked for besides words and marks. */
export function filterPredicate(query: IndexQuery): RawBuilder<unknown> {
  const conditions = [sql`(expires_at is null or expires_at > now())`];
  const area = geoPredicate(query);
  if (area) conditions.push(area);
  if (query.openNow) conditions.push(sql`coalesce(open_minutes @> minute_of_week(now()), false)`);
  if (query.paid) conditions.push(sql`coalesce(paid_until > now(), false)`);
  return sql.join(conditions, sql` and `);
}

/** The rows that lie where they are looked for, which one index answers; null where that is everywhere. */
export function geoPredicate({ near, within, box }: IndexQuery): RawBuilder<unknown> | null {
  const areas = [
    ...(near && within !== null ? [sql`position <@ circle(${toPosition(near)}, ${within})`] : []),
    ...(box ? [sql`position <@ ${toBox(box)}`] : []),
  ];
  return areas.length === 0 ? null : sql.join(areas, sql` and `);
}

/** Which tier of several a row belongs to, 0 being exactly that name. */
export function tierExpression({ text, near }: IndexQuery, tiers: (string | null)[]): RawBuilder<unknown> {
  if (!text || tiers.length === 1) return sql`0`;
  // What none of the others finds, the last one does. Nearer is better than to be called just so.
  const cases = tiers.slice(0, -1).map((tier, i) => sql`when ${termPredicate(tier, [])} then ${sql.lit(i + 1)}`);
  return sql`case when ${near ? sql`false` : sql`name = ${text.name}`} then 0 ${sql.join(cases, sql` `)} else ${sql.lit(tiers.length)} end`;
}

const isByDistance = ({ near }: IndexQuery, sort: SearchSort) =>
  near !== null && (sort === 'best' || sort === 'nearest');

/** The order within a tier, of columns as `ranking.ts` names them. */
export function sortOrder(query: IndexQuery, sort: SearchSort): RawBuilder<unknown> {
  if (sort === 'name') return sql`name, listing_id`;
  return isByDistance(query, sort)
    ? sql`miles, created_at desc, listing_id desc`
    : sql`created_at desc, listing_id desc`;
}

/** The same as an index has it. */
export const scanOrder = (query: IndexQuery, sort: SearchSort) =>
  query.near && isByDistance(query, sort) ? sql`position <-> ${toPosition(query.near)}` : sortOrder(query, sort);

/** Miles from what is looked for near; null without it. */
export const distanceMiles = ({ near }: IndexQuery) =>
  near ? sql`position <-> ${toPosition(near)}` : sql`null::float8`;
const toPosition = ({ lat, lng }: { lat: number; lng: number }) => sql`search_position(${lat}, ${lng})`;
const toBox = ([west, south, east, north]: NonNullable<IndexQuery['box']>) =>
  sql`box(${toPosition({ lat: north, lng: east })}, ${toPosition({ lat: south, lng: west })})`;
