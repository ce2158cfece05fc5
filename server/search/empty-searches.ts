import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { SearchKind, ZeroResultSearch } from '#contract/search.ts';
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
// Long numbers may be phone or account numbers, so such searches are not recorded.
const LONG_NUMBER = /\d{6}/;

/** Begins to count those of one kind without results, by day and words. */
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

/** After `MAX_PER_DAY` different texts, only known ones are counted. */
async function addCounts(db: Kysely<DB>, kind: SearchKind, batch: CountedSearch[]): Promise<void> {
  const [words, counts] = [batch.map((one) => one.words), batch.map(({ searches }) => searches)];
  // Sorted, so that processes that write the same rows cannot deadlock.
  await sql`
    with today as (select (now() at time zone 'America/Los_Angeles')::date as day)
    insert into empty_searches as e (kind, day, words, searches)
    select ${kind}, day, words, searches from today, unnest(${words}::text[], ${counts}::int[]) as batch (words, searches)
    where (select count(*) from empty_searches e where e.kind = ${kind} and e.day = today.day) < ${sql.lit(MAX_PER_DAY)}
      or exists (select from empty_searches e where e.kind = ${kind} and e.day = today.day and e.words = batch.words)
    order by words
    on conflict (kind, day, words) do update set searches = e.searches + excluded.searches`.execute(db);
}

/** Searches without results in the past 30 days, most frequent first. */
export async function listEmptySearches(
  db: Kysely<DB>,
  { kind, limit }: { kind: SearchKind; limit: number },
): Promise<ZeroResultSearch[]> {
  const { rows } = await sql<ZeroResultSearch>`
    select words, sum(searches)::int as count, max(day)::text as "lastDay" from empty_searches
    where kind = ${kind} and day > (now() at time zone 'America/Los_Angeles')::date - ${sql.lit(DAYS_SHOWN)}
    group by words order by count desc, words limit ${limit}`.execute(db);
  return rows;
}

/** Deletes rows older than 90 days. An hourly job. */
export async function deleteOldEmptySearches(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from empty_searches
    where day <= (now() at time zone 'America/Los_Angeles')::date - ${sql.lit(RETENTION_DAYS)}`.execute(db);
}
