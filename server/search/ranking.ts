import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchSort } from '#contract/search.ts';
import type { DB } from '#server/db/schema.ts';
import {
  distanceMiles,
  filterPredicate,
  geoPredicate,
  type IndexPath,
  type IndexQuery,
  indexPaths,
  listByRelevance,
  scanOrder,
  sortOrder,
  termIndexPath,
  termPredicate,
  tierExpression,
} from './predicates.ts';

export interface Hit {
  id: number;
  /** From `near` to the listing's point, exact or not; null without `near`. */
  miles: number | null;
}

// Candidates up to this number are read and sorted completely.
const MAX_CANDIDATES = 1000;
// A term is common when at least COMMON_THRESHOLD of the SAMPLE_SIZE newest listings have it.
const SAMPLE_SIZE = 200;
const COMMON_THRESHOLD = 4;
// How many rows a scan in sort order reads; `deep` for pages that begin after `deepFrom` results.
const SCAN_WINDOW = { rows: 5000, deep: 20_000, deepFrom: 125 };

/**
 * The first `need` matches, in order.
 *
 * Its duration does not depend on PostgreSQL's estimates for words, because each query names its access path. Rare terms use the
 * GIN index and small areas the position index, then sort; common terms scan in sort order, tier by tier, until enough rows
 * match. See docs/decisions/0040-search-table-with-one-index.md.
 */
export async function rank(db: Kysely<DB>, query: IndexQuery, sort: SearchSort, need: number): Promise<Hit[]> {
  const { text, filterTerms, boostTerms } = query;
  if (boostTerms.length > 0) {
    const all: IndexQuery = { ...query, boostTerms: [] };
    const first =
      sort === 'best' ? await rank(db, { ...all, filterTerms: [...filterTerms, ...boostTerms] }, sort, need) : [];
    return first.length === need ? first : mergeHits(first, await rank(db, all, sort, need)).slice(0, need);
  }
  const tiers = sort === 'best' && text ? text.tiers : [text?.any ?? null];
  const common = await findCommonTiers(db, query, tiers);
  const paths = indexPaths(query).filter((path) => !(path.usesTerms && common.at(-1)));
  for (const path of paths) {
    const { hits, isWhole } = await rankCandidates(db, query, { way: path, tiers, sort, need });
    if (isWhole) return hits;
  }
  let found = tiers.length > 1 && text ? await findByExactName(db, query, text.name, need) : [];
  for (const [i, tier] of tiers.entries()) {
    if (found.length >= need) break;
    found = mergeHits(found, await rankTier(db, query, { tier, isCommon: common[i] === true, sort, need }));
  }
  return found.slice(0, need);
}

/** Concatenates hits without duplicates. */
function mergeHits(first: Hit[], others: Hit[]): Hit[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...others.filter(({ id }) => !ids.has(id))];
}

/** The number of matches; `MAX_COUNTED_RESULTS` means that many or more. */
export async function countMatches(db: Kysely<DB>, query: IndexQuery): Promise<number> {
  for (const path of indexPaths(query)) {
    const { total, isWhole } = await rankCandidates(db, query, { way: path, tiers: [null], sort: 'newest', need: 0 });
    if (isWhole || total >= MAX_COUNTED_RESULTS) return Math.min(total, MAX_COUNTED_RESULTS);
  }
  const { rows } = await sql<{ total: number }>`${unprepared}
    select count(*) as total from (select from ${matchingRows(query)} as listing limit ${MAX_COUNTED_RESULTS}) as counted`.execute(
    db,
  );
  return Number(rows[0]?.total);
}

/** Whether there is any match. */
export async function hasMatches(db: Kysely<DB>, query: IndexQuery): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`${unprepared}
    select exists (select from ${matchingRows(query)} as listing) as any`.execute(db);
  return rows[0]?.any === true;
}

/** Whether any listing has this name, written without spaces. */
export async function hasExactName(db: Kysely<DB>, name: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from listing_search where name = ${name} and (expires_at is null or expires_at > now())) as any`.execute(
    db,
  );
  return rows[0]?.any === true;
}

/** Whether any listing matches a `tsquery`. */
export async function hasTextMatches(db: Kysely<DB>, tsquery: string | null): Promise<boolean> {
  if (tsquery === null) return false;
  const { rows } = await sql<{ any: boolean }>`${unprepared}
    select exists (select from ${fenced(termPredicate(tsquery, []))} as listing
      where expires_at is null or expires_at > now()) as any`.execute(db);
  return rows[0]?.any === true;
}

/** All matching rows of `listing_search`, as a subquery. */
export const matchingRows = (query: IndexQuery): RawBuilder<unknown> =>
  sql`(select * from ${fenced(termPredicate(query.text?.any ?? null, query.filterTerms))} as listing where ${filterPredicate(query)})`;

/** The rows added in `[since, until)`, and the ids of rows that were missed before. */
export interface AddedRange {
  since: Date;
  until: Date;
  missed: number[];
}

/** The matching rows of an added range, as a subquery: its cost does not depend on the size of the table. */
export const matchingRowsAdded = (query: IndexQuery, { since, until, missed }: AddedRange): RawBuilder<unknown> =>
  sql`(
    select * from (
      select * from listing_search
      where created_at >= ${since} and created_at < ${until} or listing_id = any(${missed}) offset 0
    ) as listing
    where ${termPredicate(query.text?.any ?? null, query.filterTerms) ?? sql`true`} and ${filterPredicate(query)}
  )`;

/** Which tiers are common: collecting all of their matches would take long. */
async function findCommonTiers(db: Kysely<DB>, query: IndexQuery, tiers: (string | null)[]): Promise<boolean[]> {
  const counts = tiers.map((tier) => {
    const words = termPredicate(tier, query.filterTerms);
    return words ? sql`count(*) filter (where ${words}) >= ${sql.lit(COMMON_THRESHOLD)}` : sql`true`;
  });
  const { rows } = await sql<{ common: boolean[] }>`${unprepared}
    select array[${sql.join(counts)}] as common
    from (select words from listing_search order by created_at desc, listing_id desc limit ${sql.lit(SAMPLE_SIZE)}) as newest
  `.execute(db);
  return rows[0]?.common ?? [];
}

/**
 * Marks a statement as not to be prepared: its text varies too much for the bounded number of prepared statements of a
 * connection (server/db/client.ts).
 */
export const unprepared = sql`-- unprepared
`;

/** The best matches of one index path; `isWhole` tells whether all of its rows were read. */
async function rankCandidates(
  db: Kysely<DB>,
  query: IndexQuery,
  { way, tiers, sort, need }: { way: IndexPath; tiers: (string | null)[]; sort: SearchSort; need: number },
) {
  const { rows } = await sql<{ seen: number; total: number; ids: number[]; miles: (number | null)[] }>`${unprepared}
    with candidate as materialized (
      select listing_id, name, created_at, ${distanceMiles(query)} as miles, ${tierExpression(query, tiers)} as tier,
        ${filterPredicate(query)} and ${way.filter} as fits
      from listing_search where ${way.indexCondition} limit ${sql.lit(MAX_CANDIDATES + 1)}
    ), best as materialized (
      select listing_id, miles from candidate where fits order by tier, ${sortOrder(query, sort)} limit ${need}
    )
    select count(*) as seen, count(*) filter (where fits) as total,
      array(select listing_id from best) as ids, array(select miles from best) as miles
    from candidate`.execute(db);
  const { seen = 0, total = 0, ids = [], miles = [] } = rows[0] ?? {};
  const hits = ids.map((id, i): Hit => ({ id, miles: miles[i] ?? null }));
  return { hits, total, isWhole: seen <= MAX_CANDIDATES };
}

/** Matches with exactly this name; none when there are too many, or when results are sorted by distance. */
async function findByExactName(db: Kysely<DB>, query: IndexQuery, name: string, need: number): Promise<Hit[]> {
  if (query.near) return [];
  const way = {
    indexCondition: sql`name = ${name}`,
    filter: termPredicate(null, query.filterTerms) ?? sql`true`,
    usesTerms: true,
  };
  const { hits, isWhole } = await rankCandidates(db, query, { way, tiers: [null], sort: 'best', need });
  return isWhole ? hits : [];
}

/** The first matches of a tier, for a query with too many candidates to read them all. */
async function rankTier(
  db: Kysely<DB>,
  query: IndexQuery,
  { tier, isCommon, sort, need }: { tier: string | null; isCommon: boolean; sort: SearchSort; need: number },
): Promise<Hit[]> {
  const words = termPredicate(tier, query.filterTerms);
  if (words && !isCommon) {
    const { hits, isWhole } = await rankCandidates(db, query, { way: termIndexPath(words), tiers: [tier], sort, need });
    if (isWhole) return hits;
  }
  const first = await scanInOrder(db, query, { words, sort, need });
  if (first.length === need) return first;
  const { rows } = await sql<Hit>`${unprepared}
    select listing_id as id, ${distanceMiles(query)} as miles from ${fenced(words ?? geoPredicate(query))} as listing
    where ${filterPredicate(query)} order by ${sortOrder(query, sort)} limit ${need}`.execute(db);
  return rows;
}

/** The first matches among the rows at the beginning of the index that has the requested order. */
async function scanInOrder(
  db: Kysely<DB>,
  query: IndexQuery,
  { words, sort, need }: { words: RawBuilder<unknown> | null; sort: SearchSort; need: number },
): Promise<Hit[]> {
  const window = need < SCAN_WINDOW.deepFrom ? SCAN_WINDOW.rows : SCAN_WINDOW.deep;
  const list = listByRelevance(query, sort);
  const scanned = list
    ? firstOfList(list, window)
    : sql`select *, ${distanceMiles(query)} as miles from listing_search
      order by ${scanOrder(query, sort)} limit ${sql.lit(window)}`;
  const { rows } = await sql<Hit>`${unprepared}
    select listing_id as id, miles from (${scanned}) as listing
    where ${words ?? sql`true`} and ${filterPredicate(query)} order by ${sortOrder(query, sort)} limit ${need}`.execute(
    db,
  );
  return rows;
}

/** The rows of the first listings of a list, by the index of its order. 'offset 0' keeps the planner from reading all of the table. See docs/decisions/0071-filtered-lists-scan-the-order-of-their-list.md. */
function firstOfList({ where, relevance }: NonNullable<IndexQuery['list']>, window: number): RawBuilder<unknown> {
  const inList = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value} and `);
  // The index of all listings is by an expression, which keeps the planner from using it for the lists of places and categories.
  const order = inList.length === 0 ? sql`completeness::integer` : sql.ref(relevance);
  return sql`select row.*, null::float8 as miles from (
      select id from listings where ${sql.join([sql``, ...inList], sql``)}status = 'active' and not owner_suspended
      order by ${order} desc, created_at desc, id desc limit ${sql.lit(window)}
    ) as first cross join lateral (select * from listing_search where listing_id = first.id offset 0) as row`;
}

/** The rows of a condition, or all. 'offset 0' is an optimization fence: the condition's own index is used, whatever the outer query. */
const fenced = (where: RawBuilder<unknown> | null) =>
  where ? sql`(select * from listing_search where ${where} offset 0)` : sql`listing_search`;
