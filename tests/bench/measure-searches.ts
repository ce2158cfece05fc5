import { readFileSync } from 'node:fs';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type SearchQuery, searchQuerySchema } from '#contract/search.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import type { Database } from '#server/platform/db/open.ts';
import { typeParsers } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { aboutSearch } from '#server/search/about.ts';
import { mapSearch } from '#server/search/map/map.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import { search } from '#server/search/search.ts';
import { suggest } from '#server/search/suggestions/suggestions.ts';
import type { Print } from './load.ts';
import { SEARCHES } from './searches.ts';

const WORK = {
  search,
  about: aboutSearch,
  map: mapSearch,
  suggest,
} satisfies Record<string, (parts: SearchDeps, query: SearchQuery) => Promise<unknown>>;

/** What is measured: the results, what is known about them, their map, or suggestions. */
export type Work = keyof typeof WORK;

/** Measures the database time in milliseconds of searches, given as URL parameters: planning and execution of every statement. */
export type Measure = (work: Work, searches: string[]) => Promise<Measured[]>;

/** A search and its time in milliseconds. */
export interface Measured {
  parameters: string;
  time: number;
}

/** Opens a connection that records its statements, and explains each of them. */
export async function withMeasure<T>({ db, connection }: Database, work: (measure: Measure) => Promise<T>): Promise<T> {
  const statements: CompiledQuery[] = [];
  const pool = new pg.Pool({ ...connection, types: typeParsers, max: 1 });
  // The server may be stopped before the pool has ended.
  pool.on('error', () => {});
  const loggingDb = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'query') statements.push(event.query as CompiledQuery);
    },
  });
  const parts = { db: loggingDb, gazetteer: await openGazetteer(db) };
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(loggingDb);
  const pid = rows[0]?.pid ?? 0;
  try {
    return await work(async (name, searches) => {
      const times: Measured[] = [];
      for (const parameters of searches) {
        statements.length = 0;
        await WORK[name](parts, parseSearchQuery(parameters));
        let time = 0;
        for (const statement of statements.splice(0)) time += await measureStatement(loggingDb, pid, statement);
        times.push({ parameters, time });
      }
      return times;
    });
  } finally {
    await loggingDb.destroy();
  }
}

/** Prints the times of searches of each kind, of all of them, and of what is known about them. */
export async function printSearches(measure: Measure, bar: string, say: Print): Promise<void> {
  const all: Measured[] = [];
  for (const [kind, searches] of Object.entries(SEARCHES)) {
    const times = await measure('search', searches);
    printTimes(kind, times, say);
    all.push(...times);
  }
  printTimes(`all searches (${bar})`, all, say);
  printTimes('what is known about them', await measure('about', Object.values(SEARCHES).flat()), say);
}

const parseSearchQuery = (parameters: string): SearchQuery =>
  searchQuerySchema.parse(Object.fromEntries(new URLSearchParams(parameters)));

/**
 * The time of a statement, the best of three runs: the time that PostgreSQL's process was on a processor, which other load on the
 * machine hardly changes; where the system does not tell it, the planning and execution time.
 */
export async function measureStatement(
  db: Kysely<DB>,
  pid: number,
  { sql: text, parameters }: CompiledQuery,
): Promise<number> {
  const explain = CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...parameters]);
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const before = readProcessorTime(pid);
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }] }>(
      explain,
    );
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    const after = readProcessorTime(pid);
    times.push(
      before !== null && after !== null
        ? after - before
        : (plan?.['Planning Time'] ?? Number.NaN) + (plan?.['Execution Time'] ?? Number.NaN),
    );
  }
  return Math.min(...times);
}

/** What only reads can be executed again; of the job queue that is what pages count, for the rest belongs to no request. */
export const isRead = ({ sql: text }: CompiledQuery) =>
  /^\s*(--[^\n]*\n)?\s*(select|with)\b/i.test(text) &&
  !/\b(insert into|update|delete from|pg_notify|pgboss\.(?!job\b))\b/i.test(text);

/** The milliseconds that a process has been on a processor; null where the system does not tell. */
export function readProcessorTime(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

/** Prints the median, the 95th percentile and the maximum, with the search that takes it. */
export function printTimes(kind: string, times: Measured[], say: Print) {
  const inOrder = times.toSorted((a, b) => a.time - b.time);
  const at = (share: number) =>
    (inOrder[Math.ceil(share * inOrder.length) - 1]?.time ?? Number.NaN).toFixed(1).padStart(8);
  say(`  ${kind.padEnd(46)}${at(0.5)}${at(0.95)}${at(1)}  ${inOrder.at(-1)?.parameters ?? ''}`);
}
