import { type RawBuilder, sql } from 'kysely';
import type { OpenFilter, SearchSort } from '#contract/search.ts';
import { inCategory, type ListingScope } from '#server/listings/read/scopes.ts';
import type { TextQuery } from '#server/search/text-query/text-query.ts';

/** A query of the table `listing_search`. */
export interface IndexQuery {
  text: TextQuery | null;
  /** Terms that every match must have: '#category12', '#place34'; one of '#languagespanish|#languageespanol', or a prefix '#phone714*'. */
  filterTerms: string[];
  /** Terms whose matches come first. */
  boostTerms: string[];
  near: { lat: number; lng: number } | null;
  /** The maximum distance from `near`. */
  radiusMiles: number | null;
  /** Polygons of `search_position`, of which a match lies in one; null for everywhere. */
  strip: string[] | null;
  /** West, south, east, north in degrees. */
  boundingBox: [number, number, number, number] | null;
  /** 'now' and 'late' match businesses that are open then, and those whose hours are unknown. */
  open: OpenFilter | null;
  /** Of the matches of `open`: those with known hours alone, or the others alone. */
  hours?: 'known' | 'unknown';
  /** Whether only listings of paid levels match. */
  paid: boolean;
  /** The list that all matches are of, if it has an order by relevance: without words and `near` they are in this order. */
  list: (Pick<ListingScope, 'where' | 'categoryIds'> & Required<Pick<ListingScope, 'relevance'>>) | null;
}

/** A match. */
export interface Hit {
  id: number;
  /** From `near` to the listing's point, exact or not; null without `near`. */
  miles: number | null;
}

/** A condition that one index answers, and the filter that remains to be applied to its rows. */
export interface IndexPath {
  indexCondition: RawBuilder<unknown>;
  filter: RawBuilder<unknown>;
  /** Whether the samples have such an index too. */
  isSampled: boolean;
}

/** The index paths that yield every match. */
export function indexPaths(query: IndexQuery): IndexPath[] {
  const words = termPredicate(query.text?.any ?? null, query.filterTerms);
  const terms = indexedTerms(query, query.text?.any ?? null);
  const area = geoPredicate(query);
  return [
    ...(terms ? [{ indexCondition: terms, filter: sql`true`, isSampled: true }] : []),
    ...(area ? [{ indexCondition: area, filter: words ?? sql`true`, isSampled: true }] : []),
  ];
}

/**
 * Matches rows that have all of the terms; null without terms. The `tsquery` is a subquery, so that the planner has no estimate
 * for it and uses the GIN index for every query alike.
 */
export function termPredicate(text: string | null, filterTerms: string[]): RawBuilder<unknown> | null {
  const all = [...(text === null ? [] : [text]), ...filterTerms.map(toTsquery)];
  return all.length === 0 ? null : sql`words @@ (select ${all.join(' & ')}::tsquery)`;
}

/** The condition for the rows of a tier by the index of terms: that of paid levels where only these match. */
export function indexedTerms({ filterTerms, paid }: IndexQuery, tier: string | null): RawBuilder<unknown> | null {
  const words = termPredicate(tier, filterTerms);
  return words && paid ? sql`${words} and paid_until is not null` : words;
}

/** The text of a `tsquery` for a filter term. */
export const toTsquery = (term: string) =>
  `(${term
    .split('|')
    .map((one) => (one.endsWith('*') ? `'${one.slice(0, -1)}':*` : `'${one}'`))
    .join(' | ')})`;

/** Every condition but the terms: expiry, location, opening hours, paid level. */
export function filterPredicate(query: IndexQuery): RawBuilder<unknown> {
  const conditions = [sql`(expires_at is null or expires_at > now())`];
  const area = geoPredicate(query);
  if (area) conditions.push(area);
  // 'Open 24 hours' is a term, and closed on a special day that is not.
  if (query.open) conditions.push(openPredicate(query.open, query.hours));
  if (query.paid) conditions.push(sql`coalesce(paid_until > now(), false)`);
  return sql.join(conditions, sql` and `);
}

/**
 * Matches businesses that are open: the SQL function `is_open`, with subqueries that are executed once instead of functions that
 * are called for each row and take most of its time. Unknown is not closed, except where a business may have closed for good.
 */
function openPredicate(open: OpenFilter, hours: IndexQuery['hours']): RawBuilder<unknown> {
  const time = open === 'late' ? sql`late_time(now())` : sql`now()`;
  const isOpen = sql`coalesce(case when special_days @> (select local_minute(${time}) / 1440)
    then special_minutes @> (select local_minute(${time})) else open_minutes @> (select minute_of_week(${time})) end, false)`;
  if (hours === 'known' || open === '24h') return isOpen;
  const isKnown = sql`words @@ '${sql.raw(HOURS_TERM)}'`;
  const mayBeOpen = sql`not exists (select from (values (listing_id)) as this (id) join possible_closures c on c.listing_id = this.id)`;
  // Without known hours special days are those on which it is temporarily closed.
  const isClosed = sql`coalesce(special_days @> (select local_minute(${time}) / 1440), false)`;
  return sql`case when ${isKnown} then ${hours === 'unknown' ? sql`false` : isOpen} else not ${isClosed} and ${mayBeOpen} end`;
}

/** The term of listings whose opening hours are known. */
export const HOURS_TERM = '#hours';

/** Whether matches are those that are open at a time, and then those of unknown hours. */
export const isAtTime = ({ open, hours }: IndexQuery) => (open === 'now' || open === 'late') && hours === undefined;

/** Matches rows within the radius, strip or bounding box, by the GiST index of positions; null without any. */
export function geoPredicate({ near, radiusMiles, strip, boundingBox }: IndexQuery): RawBuilder<unknown> | null {
  const areas = [
    ...(near && radiusMiles !== null ? [sql`position <@ circle(${toPosition(near)}, ${radiusMiles})`] : []),
    ...(strip ? [sql`(${sql.join(strip.map(inPolygon), sql` or `)})`] : []),
    ...(boundingBox ? [sql`position <@ ${toBox(boundingBox)}`] : []),
  ];
  return areas.length === 0 ? null : sql.join(areas, sql` and `);
}

const inPolygon = (polygon: string) => sql`position <@ ${polygon}::polygon`;

/** The tier of a row: 0 for an exact name, otherwise the first tier that matches. */
export function tierExpression({ text, near }: IndexQuery, tiers: (string | null)[]): RawBuilder<unknown> {
  if (!text || tiers.length === 1) return sql`0`;
  // Rows that match no earlier tier belong to the last. With `near`, distance counts more than an exact name.
  const cases = tiers.slice(0, -1).map((tier, i) => sql`when ${termPredicate(tier, [])} then ${sql.lit(i + 1)}`);
  return sql`case when ${near ? sql`false` : sql`name = ${text.name}`} then 0 ${sql.join(cases, sql` `)} else ${sql.lit(tiers.length)} end`;
}

/**
 * Matches rows of listings with one of these ids. The list is a subquery, so that the planner has no estimate of its length, and plans once
 * instead of for each list, which takes it several times as long as reading the rows.
 */
export const hasIdOf = (ids: number[]) => sql<boolean>`id = any((select ${ids}::bigint[])::bigint[])`;

/** Whether the order is by distance. */
export const isByDistance = ({ near }: IndexQuery, sort: SearchSort) =>
  near !== null && (sort === 'best' || sort === 'nearest');

/** The list whose order by relevance the matches have; null for any other order. */
export const listByRelevance = ({ list, text, near }: IndexQuery, sort: SearchSort) =>
  sort === 'best' && !text && !near ? list : null;

/** The list that a search without a place begins with which only names one kind of business: it has most matches, the most complete first. */
export function listOfKind({ text, near }: IndexQuery, sort: SearchSort): IndexQuery['list'] {
  const [segment, ...others] = text?.segments ?? [];
  const [category, ...further] = segment?.categories ?? [];
  if (sort !== 'best' || near || !text?.isCategory || !category || others.length + further.length > 0) return null;
  const { where, categoryIds } = inCategory(category);
  return { where, categoryIds, relevance: 'completeness' };
}

/** The order within a tier, by the column names of the queries in `ranking.ts`. */
export function sortOrder(query: IndexQuery, sort: SearchSort): RawBuilder<unknown> {
  if (sort === 'name') return sql`name, listing_id`;
  if (sort === 'rating') return sql`rating desc, created_at desc, listing_id desc`;
  const list = listByRelevance(query, sort);
  if (list) {
    const relevance = sql`(select ${sql.ref(list.relevance)} from listings where id = listing_id)`;
    return sql`${relevance} desc, created_at desc, listing_id desc`;
  }
  return isByDistance(query, sort)
    ? sql`miles, created_at desc, listing_id desc`
    : sql`created_at desc, listing_id desc`;
}

/** The same order in the form that an index can return it. */
export const scanOrder = (query: IndexQuery, sort: SearchSort) =>
  query.near && isByDistance(query, sort) ? sql`position <-> ${toPosition(query.near)}` : sortOrder(query, sort);

/** Miles from `near`; null without it. */
export const distanceMiles = ({ near }: IndexQuery) =>
  near ? sql`position <-> ${toPosition(near)}` : sql`null::float8`;
export const toPosition = ({ lat, lng }: { lat: number; lng: number }) => sql`search_position(${lat}, ${lng})`;
const toBox = ([west, south, east, north]: NonNullable<IndexQuery['boundingBox']>) =>
  sql`box(${toPosition({ lat: north, lng: east })}, ${toPosition({ lat: south, lng: west })})`;

/**
 * Marks a statement as not to be prepared: its text varies too much for the bounded number of prepared statements of a
 * connection (server/platform/db/pool.ts).
 */
export const withoutPlanCache = sql`-- without plan cache
`;

/** The rows of a condition, or all. 'offset 0' is an optimization fence: the condition's own index is used, whatever the outer query. */
export const materialized = (where: RawBuilder<unknown> | null) =>
  where ? sql`(select * from listing_search where ${where} offset 0)` : sql`listing_search`;
