import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { DB } from '#server/platform/db/schema.ts';
import {
  filterPredicate,
  geoPredicate,
  type IndexQuery,
  indexedTerms,
  materialized,
  termPredicate,
  withoutPlanCache,
} from '#server/search/predicates.ts';
import { readCandidates } from './ranking.ts';
import { collectedRows, estimatedCount, inSample } from './sample.ts';

/** The number of matches; `MAX_COUNTED_RESULTS` means that many or more. */
export async function countMatches(db: Kysely<DB>, query: IndexQuery): Promise<number> {
  const few = await readCandidates(db, query, { sort: 'newest', need: 0 });
  return few ? Math.min(few.total, MAX_COUNTED_RESULTS) : countMany(db, query);
}

/** So many in the sample that there cannot be fewer in all. */
const SURELY_MANY = 4 * MAX_COUNTED_RESULTS;

/** The same for a query with too many candidates to read them all. */
export async function countMany(db: Kysely<DB>, query: IndexQuery): Promise<number> {
  const condition = indexedTerms(query, query.text?.any ?? null) ?? geoPredicate(query) ?? sql`true`;
  const { rows } = await sql<{ total: number }>`${withoutPlanCache}
    select case when ${estimatedCount(condition, filterPredicate(query))} > ${sql.lit(SURELY_MANY)} then ${MAX_COUNTED_RESULTS}
      else (select count(*) from (select from ${collectedRows(query)} as listing where ${filterPredicate(query)} limit ${sql.lit(MAX_COUNTED_RESULTS)}) as counted)
      end as total`.execute(db);
  return Number(rows[0]?.total);
}

/** Whether there is any match. A sample has one, unless there are few. */
export async function hasMatches(db: Kysely<DB>, query: IndexQuery): Promise<boolean> {
  const condition = indexedTerms(query, query.text?.any ?? null) ?? geoPredicate(query) ?? sql`true`;
  return exists(db, condition, filterPredicate(query));
}

/** Whether any listing matches a `tsquery`. */
export async function hasTextMatches(db: Kysely<DB>, tsquery: string | null): Promise<boolean> {
  if (tsquery === null) return false;
  return exists(db, termPredicate(tsquery, []) ?? sql`true`, sql`(expires_at is null or expires_at > now())`);
}

/** CTEs are planned for all of their rows: for the first one alone the planner would scan the table, which has none for a word that nobody knows. */
async function exists(db: Kysely<DB>, condition: RawBuilder<unknown>, filter: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`${withoutPlanCache}
    with sampled as materialized (select * from listing_search where ${condition} and ${inSample()}),
      listing as materialized (select * from listing_search where ${condition})
    select exists (select from sampled where ${filter}) or exists (select from listing where ${filter}) as any`.execute(
    db,
  );
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

const MAX_COUNTED = 50;
/** A term is common when at least this many listings of the sample have it. */
const COMMON_THRESHOLD = 4;

/** The number of listings that each `tsquery` matches, at most `MAX_COUNTED`, which also stands for common terms. */
export async function countDocuments(db: Kysely<DB>, texts: (string | undefined)[]): Promise<number[]> {
  if (texts.length === 0) return [];
  const queries = texts.map((text) => text ?? '');
  const { rows } = await sql<{ uses: number }>`
    select case when (select count(*) from listing_search where words @@ query::tsquery and ${inSample()}) >= ${sql.lit(COMMON_THRESHOLD)}
      then ${sql.lit(MAX_COUNTED)}
      else (select count(*) from (
        select from listing_search where words @@ query::tsquery limit ${sql.lit(MAX_COUNTED)}) as users) end as uses
    from unnest((select ${queries}::text[])) with ordinality as queries (query, ordinal) order by ordinal`.execute(db);
  return rows.map(({ uses }) => uses);
}

/** All matching rows of `listing_search`, as a subquery. */
export const matchingRows = (query: IndexQuery): RawBuilder<unknown> =>
  sql`(select * from ${materialized(indexedTerms(query, query.text?.any ?? null))} as listing where ${filterPredicate(query)})`;

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
