import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { SearchKind, ZeroResultSearch, ZeroResultSearchesQuery } from '#contract/search.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Counts searches. The visitor is not recorded. */
export interface SearchCounts {
  /** Adds one search; written within seconds. Searches beyond the limits are dropped. @param place the path of its place's page, or '' */
  record(words: string, place?: string): void;
  /** Writes what is pending at once, as before the program ends. */
  flush(): Promise<void>;
}

const FLUSH_DELAY_MS = 5000;
const MAX_PENDING = 1000;
const MAX_PER_DAY = 5000;
const MAX_LENGTH = 100;
const RETENTION_DAYS = 90;
const DAYS_SHOWN = 30;
const TODAY = sql`(now() at time zone 'America/Los_Angeles')::date`;
// Long numbers may be phone or account numbers, so such searches are not recorded.
const LONG_NUMBER = /\d{6}/;

/** All rows. Only the release before writes `empty_searches`, which has no places; its last rows are deleted after 90 days. */
export const EMPTY_SEARCHES = sql`(
  select kind, day, words, place, searches from zero_result_searches
  union all select kind, day, words, '', searches from empty_searches)`;

/** Begins to count those of one kind without results, by day, words and place. */
export const openEmptySearches = (
  kind: SearchKind,
  { db, log }: { db: Kysely<DB>; log: FastifyBaseLogger },
): SearchCounts => openSearchCounts((batch) => addCounts(db, kind, batch), log);

/** How often something was searched for. */
export interface CountedSearch {
  words: string;
  place: string;
  searches: number;
}

/** Begins to count; what is pending is written every five seconds. */
export function openSearchCounts(
  addBatch: (batch: CountedSearch[]) => Promise<void>,
  log: FastifyBaseLogger,
): SearchCounts {
  let pending = new Map<string, CountedSearch>();
  let writing: Promise<void> | undefined;
  let flushing = new AbortController();

  /** Writes after a delay, and repeats while more is pending. */
  async function write() {
    do {
      await delay(FLUSH_DELAY_MS, undefined, { ref: false, signal: flushing.signal }).catch(() => {});
      const batch = [...pending.values()];
      pending = new Map();
      await addBatch(batch).catch((error) => log.error({ err: error }, 'searches could not be written'));
    } while (pending.size > 0);
    writing = undefined;
  }

  return {
    record(words, place = '') {
      const trimmed = words.slice(0, MAX_LENGTH).trim();
      if (trimmed === '' || LONG_NUMBER.test(trimmed.replaceAll(' ', ''))) return;
      const key = `${trimmed}\n${place}`;
      const known = pending.get(key);
      if (!known && pending.size >= MAX_PENDING) return;
      pending.set(key, { words: trimmed, place, searches: (known?.searches ?? 0) + 1 });
      writing ??= write();
    },
    async flush() {
      flushing.abort();
      await writing;
      flushing = new AbortController();
    },
  };
}

/** After `MAX_PER_DAY` different texts and places, only known ones are counted. */
async function addCounts(db: Kysely<DB>, kind: SearchKind, batch: CountedSearch[]): Promise<void> {
  const [words, places] = [batch.map((one) => one.words), batch.map(({ place }) => place)];
  const counts = batch.map(({ searches }) => searches);
  // Sorted, so that processes that write the same rows cannot deadlock.
  await sql`
    with today as (select ${TODAY} as day)
    insert into zero_result_searches as e (kind, day, words, place, searches)
    select ${kind}, day, words, place, searches
    from today, unnest(${words}::text[], ${places}::text[], ${counts}::int[]) as batch (words, place, searches)
    where (select count(*) from zero_result_searches e where e.kind = ${kind} and e.day = today.day) < ${sql.lit(MAX_PER_DAY)}
      or exists (
        select from zero_result_searches e
        where e.kind = ${kind} and e.day = today.day and e.words = batch.words and e.place = batch.place)
    order by words, place
    on conflict (kind, day, words, place) do update set searches = e.searches + excluded.searches`.execute(db);
}

/** Searches without results of a month, else of the past 30 days, by words, by place, or by both; most frequent first. */
export async function listEmptySearches(
  db: Kysely<DB>,
  { kind, limit, month, by, place }: ZeroResultSearchesQuery,
): Promise<ZeroResultSearch[]> {
  const first = sql`${`${month}-01`}::date`;
  const isInRange = month
    ? sql`day >= ${first} and day < ${first} + interval '1 month'`
    : sql`day > ${TODAY} - ${sql.lit(DAYS_SHOWN)}`;
  const { rows } = await sql<ZeroResultSearch>`
    select ${groupColumns(by)}, sum(searches)::int as count, max(day)::text as "lastDay" from ${EMPTY_SEARCHES} as s
    where kind = ${kind} and ${isInRange} ${placeCondition({ by, place })}
    group by 1, 2 order by count desc, words, place limit ${limit}`.execute(db);
  return rows;
}

/** The columns `words` and `place` of searches, empty where they are not counted by it. */
export const groupColumns = (by: ZeroResultSearchesQuery['by']) =>
  sql`${by === 'place' ? sql`''` : sql`words`} as words, ${by === 'words' ? sql`''` : sql`place`} as place`;

/** Continues a condition with what narrows searches to one place, or to those of any place. */
export function placeCondition({ by, place }: Pick<ZeroResultSearchesQuery, 'by' | 'place'>) {
  if (place !== undefined) return sql`and place = ${place}`;
  return by === 'place' ? sql`and place <> ''` : sql``;
}

/** Deletes rows older than 90 days. An hourly job. */
export async function deleteOldEmptySearches(db: Kysely<DB>): Promise<void> {
  for (const table of ['zero_result_searches', 'empty_searches'])
    await sql`delete from ${sql.table(table)} where day <= ${TODAY} - ${sql.lit(RETENTION_DAYS)}`.execute(db);
}
