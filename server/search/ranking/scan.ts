import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SearchSort } from '#contract/search.ts';
import type { DB } from '#server/platform/db/schema.ts';
import {
  distanceMiles,
  filterPredicate,
  type Hit,
  type IndexQuery,
  isByDistance,
  listByRelevance,
  scanOrder,
  sortOrder,
  termPredicate,
  unprepared,
} from '#server/search/predicates.ts';
import type { TierEstimate } from './estimate.ts';

// A scan in sort order ends when it has enough matches. It reads at most as many rows as collecting would, because the first rows
// are not like the others: a file of grocers may have been imported last.
const SCAN_WINDOW = { least: 2000, most: 40_000, ofList: 5000 };

/** How many rows a scan in sort order may read; 0 where collecting all matches reads fewer. */
export function toScanWindow(
  query: IndexQuery,
  { estimate, sort, need }: { estimate: TierEstimate; sort: SearchSort; need: number },
): number {
  if (listByRelevance(query, sort)) return SCAN_WINDOW.ofList;
  const { listings, inArea, withTerms, matching } = estimate;
  // A scan by distance begins in the area.
  const scanned = isByDistance(query, sort) ? inArea : listings;
  const collected = Math.min(withTerms, inArea);
  if ((scanned * need) / matching > collected) return 0;
  return Math.min(Math.max(collected, SCAN_WINDOW.least), SCAN_WINDOW.most);
}

/** The first matches among the rows at the beginning of the index that has the requested order; it stops when there are enough. */
export async function scanInOrder(
  db: Kysely<DB>,
  query: IndexQuery,
  { tier, sort, need, window }: { tier: string | null; sort: SearchSort; need: number; window: number },
): Promise<Hit[]> {
  const list = listByRelevance(query, sort);
  const words = termPredicate(tier, query.filterTerms) ?? sql`true`;
  const scanned = list
    ? firstOfList(list, window)
    : sql`(select *, ${distanceMiles(query)} as miles from listing_search
      order by ${scanOrder(query, sort)} limit ${sql.lit(window)}) as listing`;
  const order = list ? sql`relevance desc, first.created_at desc, id desc` : sortOrder(query, sort);
  const { rows } = await sql<Hit>`${unprepared}
    select listing_id as id, miles from ${scanned}
    where ${words} and ${filterPredicate(query)} order by ${order} limit ${need}`.execute(db);
  return rows;
}

/** The rows of the first listings of a list, by the index of its order. 'offset 0' keeps the planner from reading all of the table. See docs/decisions/0062-lists-are-ordered-by-relevance.md. */
function firstOfList({ where, relevance }: NonNullable<IndexQuery['list']>, window: number): RawBuilder<unknown> {
  const inList = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value} and `);
  // The index of all listings is by an expression, which keeps the planner from using it for the lists of places and categories.
  const order = inList.length === 0 ? sql`completeness::integer` : sql.ref(relevance);
  return sql`(
      select id, ${order} as relevance, created_at from listings where ${sql.join([sql``, ...inList], sql``)}status = 'active' and not owner_suspended
      order by ${order} desc, created_at desc, id desc limit ${sql.lit(window)}
    ) as first cross join lateral (select listing_id, words, position, open_minutes, special_days, special_minutes, paid_until,
      expires_at, null::float8 as miles from listing_search where listing_id = first.id offset 0) as listing`;
}
