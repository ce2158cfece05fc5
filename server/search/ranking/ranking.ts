import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchSort } from '#contract/search.ts';
import type { DB } from '#server/platform/db/schema.ts';
import {
  distanceMiles,
  filterPredicate,
  geoPredicate,
  type Hit,
  type IndexPath,
  type IndexQuery,
  indexedTerms,
  indexPaths,
  sortOrder,
  termIndexPath,
  termPredicate,
  tierExpression,
  unprepared,
} from '#server/search/predicates.ts';
import { placeOfExactName } from './branch-order.ts';
import { MAX_CANDIDATES, MAX_EXPECTED } from './candidates.ts';
import { cheapestPath, estimateMatches, inSample, type TierEstimate, toTierEstimate } from './estimate.ts';
import { scanInOrder, toScanWindow } from './scan.ts';

/**
 * The first `need` matches, in order.
 *
 * Its duration does not depend on PostgreSQL's estimates for words, because each query names its access path. Rare terms use the
 * GIN index and small areas the position index, then sort; for others a sample tells, tier by tier, whether collecting all matches
 * or scanning in sort order reads fewer rows. See docs/decisions/0040-search-table-with-one-index.md and
 * docs/decisions/0077-searches-choose-their-plan-by-a-sample.md.
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
  const estimate = await estimateMatches(db, query, tiers);
  for (const path of indexPaths(query)) {
    if (isMany(path.usesTerms ? estimate.tiers.at(-1)?.withTerms : estimate.inArea)) continue;
    const { hits, isWhole } = await rankCandidates(db, query, { way: path, tiers, sort, need });
    if (isWhole) return hits;
  }
  let found = tiers.length > 1 && text ? await findByExactName(db, query, { name: text.name, tiers, need }) : [];
  for (const [i, tier] of tiers.entries()) {
    if (found.length >= need) break;
    found = mergeHits(found, await rankTier(db, query, { tier, estimate: toTierEstimate(estimate, i), sort, need }));
  }
  return found.slice(0, need);
}

/** Whether there are too many candidates in all probability. */
const isMany = (estimated = 0) => estimated > MAX_EXPECTED;

/** Concatenates hits without duplicates. */
function mergeHits(first: Hit[], others: Hit[]): Hit[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...others.filter(({ id }) => !ids.has(id))];
}

/** The number of matches; `MAX_COUNTED_RESULTS` means that many or more. */
export async function countMatches(db: Kysely<DB>, query: IndexQuery): Promise<number> {
  const estimate = await estimateMatches(db, query, [query.text?.any ?? null]);
  const { matching = 0, withTerms = 0 } = estimate.tiers[0] ?? {};
  // So many in the sample that there cannot be fewer in all.
  if (matching > SURELY_MORE * MAX_COUNTED_RESULTS) return MAX_COUNTED_RESULTS;
  for (const path of indexPaths(query)) {
    if (isMany(path.usesTerms ? withTerms : estimate.inArea)) continue;
    const { total, isWhole } = await rankCandidates(db, query, { way: path, tiers: [null], sort: 'newest', need: 0 });
    if (isWhole || total >= MAX_COUNTED_RESULTS) return Math.min(total, MAX_COUNTED_RESULTS);
  }
  const isByArea = estimate.inArea < withTerms;
  const { rows } = await sql<{ total: number }>`${unprepared}${collectedRows(query, { isByArea })}
    select count(*) as total from (select from collected limit ${MAX_COUNTED_RESULTS}) as counted`.execute(db);
  return Number(rows[0]?.total);
}

const SURELY_MORE = 4;

/** Whether there is any match. A sample has one, unless there are few. */
export async function hasMatches(db: Kysely<DB>, query: IndexQuery): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`${unprepared}${collectedRows(query)}
    select exists (select from sampled) or exists (select from collected) as any`.execute(db);
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
    with collected as materialized (select expires_at from listing_search where ${termPredicate(tsquery, [])}),
      sampled as materialized (select expires_at from listing_search where ${termPredicate(tsquery, [])} and ${inSample})
    select exists (select from sampled where expires_at is null or expires_at > now())
      or exists (select from collected where expires_at is null or expires_at > now()) as any`.execute(db);
  return rows[0]?.any === true;
}

/**
 * The CTEs `collected` with all matches, of which a few are read, and `sampled` with those of the sample. It is materialized as far as it is read, and planned for all of
 * them: for the first one alone the planner would scan the table, which has none for a word that nobody knows.
 * @param options.isByArea whether the area has fewer rows than the terms
 */
function collectedRows(query: IndexQuery, { isByArea = false } = {}): RawBuilder<unknown> {
  const [terms, area] = [indexedTerms(query, query.text?.any ?? null), geoPredicate(query)];
  const condition = (isByArea ? area : terms) ?? area ?? sql`true`;
  const filter = sql`${(isByArea && terms) || sql`true`} and ${filterPredicate(query)}`;
  return sql`with indexed as materialized (select * from listing_search where ${condition}),
    collected as (select from indexed as listing where ${filter}),
    indexed_sample as materialized (select * from listing_search where ${condition} and ${inSample}),
    sampled as (select from indexed_sample as listing where ${filter})`;
}

/** All matching rows of `listing_search`, as a subquery. */
export const matchingRows = (query: IndexQuery): RawBuilder<unknown> =>
  sql`(select * from ${fenced(indexedTerms(query, query.text?.any ?? null))} as listing where ${filterPredicate(query)})`;

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

/** The best matches of one index path; `isWhole` tells whether all of its rows were read. */
async function rankCandidates(
  db: Kysely<DB>,
  query: IndexQuery,
  { way, tiers, sort, need }: { way: IndexPath; tiers: (string | null)[]; sort: SearchSort; need: number },
) {
  const place = placeOfExactName(query, { tiers, sort });
  const { rows } = await sql<{ seen: number; total: number; ids: number[]; miles: (number | null)[] }>`${unprepared}
    with candidate as materialized (
      select listing_id, name, rating, created_at, ${distanceMiles(query)} as miles, ${tierExpression(query, tiers)} as tier,
        ${filterPredicate(query)} and ${way.filter} as fits
      from listing_search where ${way.indexCondition} limit ${sql.lit(MAX_CANDIDATES + 1)}
    ), best as materialized (
      select listing_id, miles from candidate ${place.join} where fits
      order by tier, ${place.order} ${sortOrder(query, sort)} limit ${need}
    )
    select count(*) as seen, count(*) filter (where fits) as total,
      array(select listing_id from best) as ids, array(select miles from best) as miles
    from candidate`.execute(db);
  const { seen = 0, total = 0, ids = [], miles = [] } = rows[0] ?? {};
  const hits = ids.map((id, i): Hit => ({ id, miles: miles[i] ?? null }));
  return { hits, total, isWhole: seen <= MAX_CANDIDATES };
}

/** Matches with exactly this name; none when there are too many, or when results are sorted by distance. */
async function findByExactName(
  db: Kysely<DB>,
  query: IndexQuery,
  { name, tiers, need }: { name: string; tiers: (string | null)[]; need: number },
): Promise<Hit[]> {
  if (query.near) return [];
  const way = {
    indexCondition: sql`name = ${name}`,
    filter: termPredicate(null, query.filterTerms) ?? sql`true`,
    usesTerms: true,
  };
  const { hits, isWhole } = await rankCandidates(db, query, { way, tiers, sort: 'best', need });
  return isWhole ? hits : [];
}

/** The first matches of a tier, for a query with too many candidates to read them all. */
async function rankTier(
  db: Kysely<DB>,
  query: IndexQuery,
  { tier, estimate, sort, need }: { tier: string | null; estimate: TierEstimate; sort: SearchSort; need: number },
): Promise<Hit[]> {
  const terms = indexedTerms(query, tier);
  // Those of the last tier are too many: they are the candidates of all tiers.
  if (terms && tier !== (query.text?.any ?? null) && !isMany(estimate.withTerms)) {
    const { hits, isWhole } = await rankCandidates(db, query, { way: termIndexPath(terms), tiers: [tier], sort, need });
    if (isWhole) return hits;
  }
  const window = toScanWindow(query, { estimate, sort, need });
  const first = window === 0 ? [] : await scanInOrder(db, query, { tier, sort, need, window });
  if (first.length === need) return first;
  const area = geoPredicate(query);
  const path = terms && area ? cheapestPath({ terms, area }, estimate) : null;
  const { rows } = await sql<Hit>`${unprepared}
    select listing_id as id, ${distanceMiles(query)} as miles from ${fenced(path?.indexCondition ?? terms ?? area)} as listing
    where ${path?.filter ?? sql`true`} and ${filterPredicate(query)} order by ${sortOrder(query, sort)} limit ${need}`.execute(
    db,
  );
  return rows;
}

/** The rows of a condition, or all. 'offset 0' is an optimization fence: the condition's own index is used, whatever the outer query. */
const fenced = (where: RawBuilder<unknown> | null) =>
  where ? sql`(select * from listing_search where ${where} offset 0)` : sql`listing_search`;
