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
  scanOrder,
  sortOrder,
  termIndexPath,
  termPredicate,
  tierExpression,
} from './predicates.ts';

export interface Hit {
  id: number;
  /** From `near`; null without it. */
  miles: number | null;
}

// A set of candidates is looked at as a whole if it has no more rows than this.
const MAX_CANDIDATES = 1000;
// What so many of the newest have is common.
const SAMPLE_SIZE = 200;
const COMMON_THRESHOLD = 4;
// So far an order is followed in search of what is common; for who looks deep into it, further.
const SCAN_WINDOW = { rows: 5000, deep: 20_000, deepFrom: 125 };

/**
 * The first `need` matches, in order.
 *
 * Its duration does not depend on PostgreSQL's estimates for words, because each query names its access path. Rare terms use the
 * GIN index and small areas the position index, then sort; common terms scan in sort order, tier by tier, until enough rows
 * match. See docs/decisions/0040-search-table-with-one-index.md.
 */
export async function rank(db: Kysely<DB>, query: IndexQuery, sort: SearchSort, need: number): Promise<Hit[]> {
  const { text, marks, inside } = query;
  if (inside.length > 0) {
    const all = { ...query, inside: [] };
    const first = sort === 'best' ? await rank(db, { ...all, marks: [...marks, ...inside] }, sort, need) : [];
    return first.length === need ? first : mergeHits(first, await rank(db, all, sort, need)).slice(0, need);
  }
  const tiers = sort === 'best' && text ? text.tiers : [text?.any ?? null];
  const common = await findCommonTiers(db, query, tiers);
  const paths = indexPaths(query).filter((way) => !(way.usesTerms && common.at(-1)));
  for (const way of paths) {
    const { hits, isWhole } = await rankCandidates(db, query, { way, tiers, sort, need });
    if (isWhole) return hits;
  }
  let found = tiers.length > 1 && text ? await findByExactName(db, query, text.name, need) : [];
  for (const [i, tier] of tiers.entries()) {
    if (found.length >= need) break;
    found = mergeHits(found, await rankTier(db, query, { tier, isCommon: common[i] === true, sort, need }));
  }
  return found.slice(0, need);
}

/** The first, and those of the others that are not among them. */
function mergeHits(first: Hit[], others: Hit[]): Hit[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...others.filter(({ id }) => !ids.has(id))];
}

/** How many there are; `MAX_COUNTED_RESULTS` stands for that many or more. */
export async function countMatches(db: Kysely<DB>, query: IndexQuery): Promise<number> {
  for (const way of indexPaths(query)) {
    const { total, isWhole } = await rankCandidates(db, query, { way, tiers: [null], sort: 'newest', need: 0 });
    if (isWhole || total >= MAX_COUNTED_RESULTS) return Math.min(total, MAX_COUNTED_RESULTS);
  }
  const { rows } = await sql<{ total: number }>`${unprepared}
    select count(*) as total from (select from ${matchingRows(query)} as listing limit ${MAX_COUNTED_RESULTS}) as counted`.execute(
    db,
  );
  return Number(rows[0]?.total);
}

/** Whether there is any. */
export async function hasMatches(db: Kysely<DB>, query: IndexQuery): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`${unprepared}
    select exists (select from ${matchingRows(query)} as listing) as any`.execute(db);
  return rows[0]?.any === true;
}

/** All rows of `listing_search` that are looked for, whatever their number, as a subquery. */
export const matchingRows = (query: IndexQuery): RawBuilder<unknown> =>
  sql`(select * from ${fenced(termPredicate(query.text?.any ?? null, query.marks))} as listing where ${filterPredicate(query)})`;

/** The rows that were added in a stretch of time, and some that were missed before. */
export interface AddedRange {
  since: Date;
  until: Date;
  missed: number[];
}

/** The same of these alone, however many there are of others. */
export const matchingRowsAdded = (query: IndexQuery, { since, until, missed }: AddedRange): RawBuilder<unknown> =>
  sql`(
    select * from (
      select * from listing_search
      where created_at >= ${since} and created_at < ${until} or listing_id = any(${missed}) offset 0
    ) as listing
    where ${termPredicate(query.text?.any ?? null, query.marks) ?? sql`true`} and ${filterPredicate(query)}
  )`;

/** Which of these several of the newest listings have: to collect all that have them would take long. */
async function findCommonTiers(db: Kysely<DB>, query: IndexQuery, tiers: (string | null)[]): Promise<boolean[]> {
  const counts = tiers.map((tier) => {
    const words = termPredicate(tier, query.marks);
    return words ? sql`count(*) filter (where ${words}) >= ${sql.lit(COMMON_THRESHOLD)}` : sql`true`;
  });
  const { rows } = await sql<{ common: boolean[] }>`${unprepared}
    select array[${sql.join(counts)}] as common
    from (select words from listing_search order by created_at desc, listing_id desc limit ${sql.lit(SAMPLE_SIZE)}) as newest
  `.execute(db);
  return rows[0]?.common ?? [];
}

/** Connections keep the plans of so many statements (server/db/client.ts): those that begin so come in too many kinds. */
export const unprepared = sql`-- not kept
`;

/** The best of those that come by a way, if they are few enough to look at all of them. */
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

/** Those of exactly this name, unless they are many or nearness counts. */
async function findByExactName(db: Kysely<DB>, query: IndexQuery, name: string, need: number): Promise<Hit[]> {
  if (query.near) return [];
  const way = {
    indexCondition: sql`name = ${name}`,
    filter: termPredicate(null, query.marks) ?? sql`true`,
    usesTerms: true,
  };
  const { hits, isWhole } = await rankCandidates(db, query, { way, tiers: [null], sort: 'best', need });
  return isWhole ? hits : [];
}

/** The first of a tier, when not everything that is looked for can be looked at. */
async function rankTier(
  db: Kysely<DB>,
  query: IndexQuery,
  { tier, isCommon, sort, need }: { tier: string | null; isCommon: boolean; sort: SearchSort; need: number },
): Promise<Hit[]> {
  const words = termPredicate(tier, query.marks);
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

/** The first of those that are met soon by following an index in the order that is asked for. */
async function scanInOrder(
  db: Kysely<DB>,
  query: IndexQuery,
  { words, sort, need }: { words: RawBuilder<unknown> | null; sort: SearchSort; need: number },
): Promise<Hit[]> {
  const window = need < SCAN_WINDOW.deepFrom ? SCAN_WINDOW.rows : SCAN_WINDOW.deep;
  const { rows } = await sql<Hit>`${unprepared}
    select listing_id as id, miles from (
      select *, ${distanceMiles(query)} as miles from listing_search
      order by ${scanOrder(query, sort)} limit ${sql.lit(window)}
    ) as listing
    where ${words ?? sql`true`} and ${filterPredicate(query)} order by ${sortOrder(query, sort)} limit ${need}`.execute(
    db,
  );
  return rows;
}

/** The rows of a condition, or all. 'offset 0' has them taken from its index, whatever else or in which order is asked for. */
const fenced = (where: RawBuilder<unknown> | null) =>
  where ? sql`(select * from listing_search where ${where} offset 0)` : sql`listing_search`;
