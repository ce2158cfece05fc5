import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SearchSort } from '#contract/search.ts';
import { MOST_COUNTED } from '#contract/search-limits.ts';
import type { DB } from '#server/db/schema.ts';
import {
  fits,
  lying,
  matching,
  milesFrom,
  orderOf,
  type Query,
  tierOf,
  type Way,
  walkOf,
  wayOf,
  waysOf,
} from './conditions.ts';

export interface Hit {
  id: number;
  /** From `near`; null without it. */
  miles: number | null;
}

// A set of candidates is looked at as a whole if it has no more rows than this.
const MOST_CANDIDATES = 1000;
// What so many of the newest have is common.
const NEWEST = 200;
const COMMON = 4;
// So far an order is followed in search of what is common; for who looks deep into it, further.
const WINDOW = { rows: 5000, deep: 20_000, deepFrom: 125 };

/**
 * The best `need` of what is looked for, in order.
 *
 * How long it takes does not depend on what PostgreSQL believes of words: it is told how to go about it. What few
 * listings have is taken from the index of words, what lies in a small area from that of positions, and sorted. What is
 * common is met soon by following the order that is asked for, one tier after the other (docs/decisions).
 */
export async function rank(db: Kysely<DB>, query: Query, sort: SearchSort, need: number): Promise<Hit[]> {
  const { text, marks, inside } = query;
  if (inside.length > 0) {
    const all = { ...query, inside: [] };
    const first = sort === 'best' ? await rank(db, { ...all, marks: [...marks, ...inside] }, sort, need) : [];
    return first.length === need ? first : unite(first, await rank(db, all, sort, need)).slice(0, need);
  }
  const tiers = sort === 'best' && text ? text.tiers : [text?.any ?? null];
  const common = await areCommon(db, query, tiers);
  const ways = waysOf(query).filter((way) => !(way.isOfWords && common.at(-1)));
  for (const way of ways) {
    const { hits, isWhole } = await ofCandidates(db, query, { way, tiers, sort, need });
    if (isWhole) return hits;
  }
  let found = tiers.length > 1 && text ? await called(db, query, text.name, need) : [];
  for (const [i, tier] of tiers.entries()) {
    if (found.length >= need) break;
    found = unite(found, await ofTier(db, query, { tier, isCommon: common[i] === true, sort, need }));
  }
  return found.slice(0, need);
}

/** The first, and those of the others that are not among them. */
function unite(first: Hit[], others: Hit[]): Hit[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...others.filter(({ id }) => !ids.has(id))];
}

/** How many there are; `MOST_COUNTED` stands for that many or more. */
export async function count(db: Kysely<DB>, query: Query): Promise<number> {
  for (const way of waysOf(query)) {
    const { total, isWhole } = await ofCandidates(db, query, { way, tiers: [null], sort: 'newest', need: 0 });
    if (isWhole || total >= MOST_COUNTED) return Math.min(total, MOST_COUNTED);
  }
  const { rows } = await sql<{ total: number }>`${unkept}
    select count(*) as total from (select from ${everyMatch(query)} as listing limit ${MOST_COUNTED}) as counted`.execute(
    db,
  );
  return Number(rows[0]?.total);
}

/** Whether there is any. */
export async function finds(db: Kysely<DB>, query: Query): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`${unkept}
    select exists (select from ${everyMatch(query)} as listing) as any`.execute(db);
  return rows[0]?.any === true;
}

/** All rows of `listing_search` that are looked for, whatever their number, as a subquery. */
export const everyMatch = (query: Query): RawBuilder<unknown> =>
  sql`(select * from ${collected(matching(query.text?.any ?? null, query.marks))} as listing where ${fits(query)})`;

/** The rows that were added in a stretch of time, and some that were missed before. */
export interface Added {
  since: Date;
  until: Date;
  missed: number[];
}

/** The same of these alone, however many there are of others. */
export const matchesAdded = (query: Query, { since, until, missed }: Added): RawBuilder<unknown> =>
  sql`(
    select * from (
      select * from listing_search
      where created_at >= ${since} and created_at < ${until} or listing_id = any(${missed}) offset 0
    ) as listing
    where ${matching(query.text?.any ?? null, query.marks) ?? sql`true`} and ${fits(query)}
  )`;

/** Which of these several of the newest listings have: to collect all that have them would take long. */
async function areCommon(db: Kysely<DB>, query: Query, tiers: (string | null)[]): Promise<boolean[]> {
  const counts = tiers.map((tier) => {
    const words = matching(tier, query.marks);
    return words ? sql`count(*) filter (where ${words}) >= ${sql.lit(COMMON)}` : sql`true`;
  });
  const { rows } = await sql<{ common: boolean[] }>`${unkept}
    select array[${sql.join(counts)}] as common
    from (select words from listing_search order by created_at desc, listing_id desc limit ${sql.lit(NEWEST)}) as newest
  `.execute(db);
  return rows[0]?.common ?? [];
}

/** Connections keep the plans of so many statements (server/db/client.ts): those that begin so come in too many kinds. */
export const unkept = sql`-- not kept
`;

/** The best of those that come by a way, if they are few enough to look at all of them. */
async function ofCandidates(
  db: Kysely<DB>,
  query: Query,
  { way, tiers, sort, need }: { way: Way; tiers: (string | null)[]; sort: SearchSort; need: number },
) {
  const { rows } = await sql<{ seen: number; total: number; ids: number[]; miles: (number | null)[] }>`${unkept}
    with candidate as materialized (
      select listing_id, name, created_at, ${milesFrom(query)} as miles, ${tierOf(query, tiers)} as tier,
        ${fits(query)} and ${way.rest} as fits
      from listing_search where ${way.where} limit ${sql.lit(MOST_CANDIDATES + 1)}
    ), best as materialized (
      select listing_id, miles from candidate where fits order by tier, ${orderOf(query, sort)} limit ${need}
    )
    select count(*) as seen, count(*) filter (where fits) as total,
      array(select listing_id from best) as ids, array(select miles from best) as miles
    from candidate`.execute(db);
  const { seen = 0, total = 0, ids = [], miles = [] } = rows[0] ?? {};
  const hits = ids.map((id, i): Hit => ({ id, miles: miles[i] ?? null }));
  return { hits, total, isWhole: seen <= MOST_CANDIDATES };
}

/** Those of exactly this name, unless they are many or nearness counts. */
async function called(db: Kysely<DB>, query: Query, name: string, need: number): Promise<Hit[]> {
  if (query.near) return [];
  const way = { where: sql`name = ${name}`, rest: matching(null, query.marks) ?? sql`true`, isOfWords: true };
  const { hits, isWhole } = await ofCandidates(db, query, { way, tiers: [null], sort: 'best', need });
  return isWhole ? hits : [];
}

/** The first of a tier, when not everything that is looked for can be looked at. */
async function ofTier(
  db: Kysely<DB>,
  query: Query,
  { tier, isCommon, sort, need }: { tier: string | null; isCommon: boolean; sort: SearchSort; need: number },
): Promise<Hit[]> {
  const words = matching(tier, query.marks);
  if (words && !isCommon) {
    const { hits, isWhole } = await ofCandidates(db, query, { way: wayOf(words), tiers: [tier], sort, need });
    if (isWhole) return hits;
  }
  const first = await walk(db, query, { words, sort, need });
  if (first.length === need) return first;
  const { rows } = await sql<Hit>`${unkept}
    select listing_id as id, ${milesFrom(query)} as miles from ${collected(words ?? lying(query))} as listing
    where ${fits(query)} order by ${orderOf(query, sort)} limit ${need}`.execute(db);
  return rows;
}

/** The first of those that are met soon by following an index in the order that is asked for. */
async function walk(
  db: Kysely<DB>,
  query: Query,
  { words, sort, need }: { words: RawBuilder<unknown> | null; sort: SearchSort; need: number },
): Promise<Hit[]> {
  const window = need < WINDOW.deepFrom ? WINDOW.rows : WINDOW.deep;
  const { rows } = await sql<Hit>`${unkept}
    select listing_id as id, miles from (
      select *, ${milesFrom(query)} as miles from listing_search
      order by ${walkOf(query, sort)} limit ${sql.lit(window)}
    ) as listing
    where ${words ?? sql`true`} and ${fits(query)} order by ${orderOf(query, sort)} limit ${need}`.execute(db);
  return rows;
}

/** The rows of a condition, or all. 'offset 0' has them taken from its index, whatever else or in which order is asked for. */
const collected = (where: RawBuilder<unknown> | null) =>
  where ? sql`(select * from listing_search where ${where} offset 0)` : sql`listing_search`;
