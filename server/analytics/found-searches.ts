import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { FoundSearch, FoundSearchesQuery } from '#contract/search.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type CountedSearch, openSearchCounts, type SearchCounts } from '#server/search/empty-searches.ts';

/** Words that were searched for less often in a month are not shown, and deleted when it is over: they could be about one person. */
export const MIN_SEARCHES = 5;
/** Different searches of a month; after that, only known ones are counted. */
const MAX_PER_MONTH = 50_000;
const RETENTION_MONTHS = 13;

const THIS_MONTH = sql`date_trunc('month', now() at time zone 'America/Los_Angeles')::date`;

/** Begins to count searches with results by month, words and place. See docs/decisions/0181-searches-with-results.md. */
export const openFoundSearches = ({ db, log }: { db: Kysely<DB>; log: FastifyBaseLogger }): SearchCounts =>
  openSearchCounts((batch) => addCounts(db, batch), log);

async function addCounts(db: Kysely<DB>, batch: CountedSearch[]): Promise<void> {
  const [words, places] = [batch.map((one) => one.words), batch.map(({ place }) => place)];
  const counts = batch.map(({ searches }) => searches);
  // Sorted, so that processes that write the same rows cannot deadlock.
  await sql`
    insert into found_searches as f (month, words, place, searches)
    select ${THIS_MONTH}, words, place, searches from unnest(${words}::text[], ${places}::text[], ${counts}::int[]) as batch (words, place, searches)
    where (select count(*) from found_searches f where f.month = ${THIS_MONTH}) < ${sql.lit(MAX_PER_MONTH)}
      or exists (select from found_searches f where f.month = ${THIS_MONTH} and f.words = batch.words and f.place = batch.place)
    order by words, place
    on conflict (month, words, place) do update set searches = f.searches + excluded.searches`.execute(db);
}

/** The most frequent searches of a month, by words, by place, or by both; only those that were searched for often enough. */
export async function listFoundSearches(
  db: Kysely<DB>,
  { month, by, limit }: FoundSearchesQuery,
): Promise<FoundSearch[]> {
  const [words, place] = [by === 'place' ? sql`''` : sql`words`, by === 'words' ? sql`''` : sql`place`];
  const { rows } = await sql<FoundSearch>`
    select ${words} as words, ${place} as place, sum(searches)::int as count from found_searches
    where month = ${month === undefined ? THIS_MONTH : sql`${`${month}-01`}::date`}
      ${by === 'place' ? sql`and place <> ''` : sql``}
    group by 1, 2 having sum(searches) >= ${sql.lit(MIN_SEARCHES)}
    order by count desc, words, place limit ${limit}`.execute(db);
  return rows;
}

/** Deletes what is older than 13 months, and of past months what was rarely searched for. A daily job. */
export async function deleteOldFoundSearches(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from found_searches f where month < ${THIS_MONTH} and (
      month <= ${THIS_MONTH} - make_interval(months => ${sql.lit(RETENTION_MONTHS)})
      or (select sum(other.searches) from found_searches other where other.month = f.month and other.words = f.words)
        < ${sql.lit(MIN_SEARCHES)})`.execute(db);
}
