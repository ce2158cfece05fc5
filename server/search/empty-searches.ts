import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { EmptySearch } from '#contract/search.ts';
import type { DB } from '#server/db/schema.ts';

/** Counts searches that find nothing, by day and words. Who asked is not known here. */
export interface EmptySearches {
  /** Takes the words of one: written within some seconds. What is too much to keep is dropped. */
  count(words: string): void;
  /** Writes what was taken. */
  close(): Promise<void>;
}

const WRITE_AFTER_MS = 5000;
const MOST_WAITING = 1000;
const MOST_OF_A_DAY = 5000;
const LONGEST = 100;
const DAYS_KEPT = 90;
const DAYS_SHOWN = 30;
// Numbers of telephones, accounts and the like are nobody's business.
const TELLING = /\d{6}/;

export function openEmptySearches({ db, log }: { db: Kysely<DB>; log: FastifyBaseLogger }): EmptySearches {
  let waiting = new Map<string, number>();
  let writing: Promise<void> | undefined;
  const closing = new AbortController();

  /** Writes what comes within the next seconds, and goes on while more has come. */
  async function write() {
    do {
      await pause(WRITE_AFTER_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      const taken = waiting;
      waiting = new Map();
      await add(db, taken).catch((error) => log.error({ err: error }, 'searches without results could not be written'));
    } while (waiting.size > 0);
    writing = undefined;
  }

  return {
    count(words) {
      const kept = words.slice(0, LONGEST).trim();
      if (kept === '' || TELLING.test(kept.replaceAll(' ', ''))) return;
      if (!waiting.has(kept) && waiting.size >= MOST_WAITING) return;
      waiting.set(kept, (waiting.get(kept) ?? 0) + 1);
      writing ??= write();
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}

/** Other words than the first so many of a day are not taken any more. */
async function add(db: Kysely<DB>, searches: ReadonlyMap<string, number>): Promise<void> {
  const [words, counts] = [[...searches.keys()], [...searches.values()]];
  // In order, so that processes that write the same words wait for each other and not in a circle.
  await sql`
    with today as (select (now() at time zone 'America/Los_Angeles')::date as day)
    insert into empty_searches as e (day, words, searches)
    select day, words, searches from today, unnest(${words}::text[], ${counts}::int[]) as taken (words, searches)
    where (select count(*) from empty_searches e where e.day = today.day) < ${sql.lit(MOST_OF_A_DAY)}
      or exists (select from empty_searches e where e.day = today.day and e.words = taken.words)
    order by words
    on conflict (day, words) do update set searches = e.searches + excluded.searches`.execute(db);
}

/** What was looked for in vain in the past 30 days, the most frequent first. */
export async function listEmptySearches(db: Kysely<DB>, { limit }: { limit: number }): Promise<EmptySearch[]> {
  const { rows } = await sql<EmptySearch>`
    select words, sum(searches)::int as count, max(day)::text as "lastDay" from empty_searches
    where day > (now() at time zone 'America/Los_Angeles')::date - ${sql.lit(DAYS_SHOWN)}
    group by words order by count desc, words limit ${limit}`.execute(db);
  return rows;
}

/** Forgets them after 90 days. An hourly job. */
export async function forgetEmptySearches(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from empty_searches
    where day <= (now() at time zone 'America/Los_Angeles')::date - ${sql.lit(DAYS_KEPT)}`.execute(db);
}
