import { type Kysely, type RawBuilder, sql } from 'kysely';
import { toParts } from '#server/listings/read/select-in-scope.ts';
import type { DB } from '#server/platform/db/schema.ts';
import {
  distanceMiles,
  filterPredicate,
  type Hit,
  HOURS_TERM,
  type IndexQuery,
  indexPaths,
  isAtTime,
  listByRelevance,
  listOfKind,
  scanOrder,
  sortOrder,
  termPredicate,
  withoutPlanCache,
} from '#server/search/predicates.ts';
import { candidateStatement, type PlaceCount, type RankOptions, tiersOf } from './candidates.ts';
import { collectedRows } from './sample.ts';

/** What a page of results says about a search. */
export interface Ranked {
  /** The first matches, in order; sponsored ones among them. */
  hits: Hit[];
  sponsored: Hit[];
  /** The number of all matches; null where there are too many candidates to read them all. */
  total: number | null;
  places: PlaceCount[] | null;
}

/** The first matches, in order: of those that are open at a time, then of those whose hours are unknown. */
export async function rank(db: Kysely<DB>, query: IndexQuery, options: RankOptions): Promise<Ranked> {
  if (!isAtTime(query)) return rankAll(db, query, options);
  const open = await rankAll(
    db,
    { ...query, hours: 'known', filterTerms: [...query.filterTerms, HOURS_TERM] },
    options,
  );
  const unknown = await rankAll(db, { ...query, hours: 'unknown' }, options);
  return {
    hits: [...open.hits, ...unknown.hits].slice(0, options.need),
    sponsored: [...open.sponsored, ...unknown.sponsored].slice(0, options.maxSponsored),
    total: open.total === null || unknown.total === null ? null : open.total + unknown.total,
    places: null,
  };
}

/**
 * The first matches, in order. Where an index has few candidates, one statement reads and sorts them; otherwise the matches of each tier
 * are read until there are enough. See docs/decisions/0077-searches-choose-their-plan-by-a-sample.md.
 */
async function rankAll(db: Kysely<DB>, query: IndexQuery, options: RankOptions): Promise<Ranked> {
  const all = await readCandidates(db, query, options);
  if (all) return all;
  const { sort, need, maxSponsored = 0 } = options;
  const page = { sort, need: maxSponsored };
  const sponsored = maxSponsored > 0 ? (await rank(db, toSponsoredQuery(query), page)).hits : [];
  const hits = need > 0 ? await rankMany(db, query, { sort, need }) : [];
  return { hits, sponsored, total: null, places: null };
}

/** Reads the candidates of a query. @returns null where they are too many, or no index has them */
export async function readCandidates(
  db: Kysely<DB>,
  query: IndexQuery,
  options: RankOptions,
  [first, second] = indexPaths(query),
): Promise<(Ranked & { total: number }) | null> {
  if (!first) return null;
  const { rows } = await candidateStatement(query, options, [first, second]).execute(db);
  const [row] = rows;
  if (!row?.is_whole) return null;
  return {
    hits: toHits(row.ids, row.miles),
    sponsored: toHits(row.sponsored_ids, row.sponsored_miles),
    total: row.total,
    places: row.places,
  };
}

const toHits = (ids: number[], miles: (number | null)[]): Hit[] =>
  ids.map((id, i) => ({ id, miles: miles[i] ?? null }));

/** Sponsored hits match every word in a visible field. */
function toSponsoredQuery(query: IndexQuery): IndexQuery {
  const { text: all, filterTerms } = query;
  const tiers = all?.tiers.filter((tier) => tier !== all.any || all.any === all.prominent);
  const text = all && { ...all, tiers: tiers ?? [], any: all.prominent };
  return { ...query, text, filterTerms: [...filterTerms, '#paid'], paid: true };
}

/** The first matches of a query with too many candidates to read them all: tier by tier, until there are enough. */
async function rankMany(db: Kysely<DB>, query: IndexQuery, page: RankOptions): Promise<Hit[]> {
  const { sort, need } = page;
  const { text, filterTerms, boostTerms } = query;
  if (boostTerms.length > 0) {
    const others: IndexQuery = { ...query, boostTerms: [] };
    const boosted: IndexQuery = { ...others, filterTerms: [...filterTerms, ...boostTerms] };
    const first = sort === 'best' ? (await rank(db, boosted, page)).hits : [];
    return first.length === need ? first : mergeHits(first, await rankMany(db, others, page)).slice(0, need);
  }
  const tiers = tiersOf(query, sort);
  let found = tiers.length > 1 && text ? await findByExactName(db, query, text.name, page) : [];
  for (const tier of tiers) {
    if (found.length >= need) break;
    const ofTier: IndexQuery = { ...query, text: text && { ...text, tiers: [tier ?? ''], any: tier ?? '' } };
    const few = tier === (text?.any ?? null) ? null : await readCandidates(db, ofTier, page);
    found = mergeHits(found, few ? few.hits : await scanOrCollect(db, ofTier, page));
  }
  return found.slice(0, need);
}

/** Concatenates hits without duplicates. */
function mergeHits(first: Hit[], others: Hit[]): Hit[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...others.filter(({ id }) => !ids.has(id))];
}

/** Matches with exactly this name; none when there are too many, or when results are sorted by distance. */
async function findByExactName(db: Kysely<DB>, query: IndexQuery, name: string, page: RankOptions): Promise<Hit[]> {
  if (query.near) return [];
  const filter = termPredicate(null, query.filterTerms) ?? sql`true`;
  const path = { indexCondition: sql`name = ${name}`, filter, isSampled: false };
  return (await readCandidates(db, query, page, [path]))?.hits ?? [];
}

// A scan in sort order is limited, because the first rows are not like the others: a file of grocers may have been imported last.
const SCANNED_PER_HIT = 400;
const MAX_SCANNED = { rows: 10_000, ofList: 5000 };

/** The first matches of a tier: by the index of the order, or of all of them where its first rows have too few. */
async function scanOrCollect(db: Kysely<DB>, query: IndexQuery, { sort, need }: RankOptions): Promise<Hit[]> {
  const scanned = await scanInOrder(db, query, { sort, need });
  if (scanned.length === need) return scanned;
  const { rows } = await sql<Hit>`${withoutPlanCache}
    select listing_id as id, ${distanceMiles(query)} as miles from ${collectedRows(query)} as listing
    where ${filterPredicate(query)} order by ${sortOrder(query, sort)} limit ${need}`.execute(db);
  return rows;
}

/** The first matches among the first rows of the index that has the requested order; it stops when there are enough. */
async function scanInOrder(db: Kysely<DB>, query: IndexQuery, { sort, need }: RankOptions): Promise<Hit[]> {
  const list = listByRelevance(query, sort) ?? listOfKind(query, sort);
  const words = termPredicate(query.text?.any ?? null, query.filterTerms) ?? sql`true`;
  const scanned = list
    ? firstOfList(list, MAX_SCANNED.ofList)
    : sql`(select *, ${distanceMiles(query)} as miles from listing_search
      order by ${scanOrder(query, sort)} limit ${sql.lit(Math.min(SCANNED_PER_HIT * need, MAX_SCANNED.rows))}) as listing`;
  const order = list ? sql`relevance desc, first.created_at desc, id desc` : sortOrder(query, sort);
  const { rows } = await sql<Hit>`${withoutPlanCache}
    select listing_id as id, miles from ${scanned}
    where ${words} and ${filterPredicate(query)} order by ${order} limit ${need}`.execute(db);
  return rows;
}

/** The rows of the first listings of a list, by the index of its order. 'offset 0' keeps the planner from reading all of the table. See docs/decisions/0062-lists-are-ordered-by-relevance.md. */
function firstOfList(list: NonNullable<IndexQuery['list']>, window: number): RawBuilder<unknown> {
  // The index of all listings is by an expression, which keeps the planner from using it for the lists of places and categories.
  const order = Object.keys(list.where).length === 0 ? sql`completeness::integer` : sql.ref(list.relevance);
  const firstRows = toParts(list).map(
    (conditions) => sql`(
      select id, ${order} as relevance, created_at from listings
      where ${sql.join([...conditions, sql`status = 'active' and not owner_suspended`], sql` and `)}
      order by ${order} desc, created_at desc, id desc limit ${sql.lit(window)})`,
  );
  return sql`(
      select * from (${sql.join(firstRows, sql` union all `)}) as listed
      order by relevance desc, created_at desc, id desc limit ${sql.lit(window)}
    ) as first cross join lateral (select listing_id, words, position, open_minutes, special_days, special_minutes, paid_until,
      expires_at, null::float8 as miles from listing_search where listing_id = first.id offset 0) as listing`;
}
