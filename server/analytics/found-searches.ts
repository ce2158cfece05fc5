import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { FoundSearch, FoundSearchesQuery } from '#contract/search.ts';
import type { DB } from '#server/platform/db/schema.ts';
import {
  type CountedSearch,
  groupColumns,
  openSearchCounts,
  placeCondition,
  type SearchCounts,
} from '#server/search/empty-searches.ts';

/** Words that were searched for less often in a month are not shown, and deleted when it is over: they could be about one person. */
export const MIN_SEARCHES = 5;
/** Different searches of a day; after that, only known ones are counted. */
const MAX_PER_DAY = 2000;
const RETENTION_DAYS = 400;

const TODAY = sql`(now() at time zone 'America/Los_Angeles')::date`;
const THIS_MONTH = sql`date_trunc('month', ${TODAY})::date`;

/** Begins to count searches with results by day, words and place. See docs/decisions/0181-searches-with-results.md. */
export const openFoundSearches = ({ db, log }: { db: Kysely<DB>; log: FastifyBaseLogger }): SearchCounts =>
  openSearchCounts((batch) => addCounts(db, batch), log);

async function addCounts(db: Kysely<DB>, batch: CountedSearch[]): Promise<void> {
  const [words, places] = [batch.map((one) => one.words), batch.map(({ place }) => place)];
  const counts = batch.map(({ searches }) => searches);
  // Sorted, so that processes that write the same rows cannot deadlock.
  await sql`
    insert into found_searches as f (day, words, place, searches)
    select ${TODAY}, words, place, searches from unnest(${words}::text[], ${places}::text[], ${counts}::int[]) as batch (words, place, searches)
    where (select count(*) from found_searches f where f.day = ${TODAY}) < ${sql.lit(MAX_PER_DAY)}
      or exists (select from found_searches f where f.day = ${TODAY} and f.words = batch.words and f.place = batch.place)
    order by words, place
    on conflict (day, words, place) do update set searches = f.searches + excluded.searches`.execute(db);
}

/** The most frequent searches of a month, by words, by place, or by both; only those that were searched for often enough. */
export async function listFoundSearches(
  db: Kysely<DB>,
  { month, by, place, limit }: FoundSearchesQuery,
): Promise<FoundSearch[]> {
  const first = month === undefined ? THIS_MONTH : sql`${`${month}-01`}::date`;
  const { rows } = await sql<FoundSearch>`
    select ${groupColumns(by)}, sum(searches)::int as count from found_searches
    where day >= ${first} and day < ${first} + interval '1 month' ${placeCondition({ by, place })}
    group by 1, 2 having sum(searches) >= ${sql.lit(MIN_SEARCHES)}
    order by count desc, words, place limit ${limit}`.execute(db);
  return rows;
}

/** Deletes what is older than 400 days, and of past months what was rarely searched for. A daily job. */
export async function deleteOldFoundSearches(db: Kysely<DB>): Promise<void> {
  await sql`delete from found_searches where day <= ${TODAY} - ${sql.lit(RETENTION_DAYS)}`.execute(db);
  await sql`
    delete from found_searches f using (
      select date_trunc('month', day) as month, words from found_searches where day < ${THIS_MONTH}
      group by 1, 2 having sum(searches) < ${sql.lit(MIN_SEARCHES)}) as rare
    where f.words = rare.words and date_trunc('month', f.day) = rare.month`.execute(db);
}
