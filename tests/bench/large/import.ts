import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { openDatabase } from '#server/platform/db/open.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { loadGazetteer } from '#server/site/seed/gazetteer.ts';
import { loadSamples } from '#server/site/seed/samples.ts';
import { load, median, type Print, type RunningServer, startServer } from '#tests/bench/load.ts';
import { timePosting } from './postings.ts';
import { readPostgresSeconds, run } from './processes.ts';
import { writeRegionCsv, writeRegionParquet } from './region-file.ts';

const COMMAND = resolve(import.meta.dirname, '../../../server/import/import.command.ts');
const READER = resolve(import.meta.dirname, 'read-file.child.ts');
const PAGE = '/';
const LOAD_SECONDS = 3;
// One tenth of the time of the import.
const LOAD_EVERY_MS = 30_000;
const POST_EVERY_MS = 500;

/**
 * Reads generated files of 1,200,000 businesses (or `BENCH_IMPORT_ROWS`), then imports one into a new directory with its samples, dry
 * and then really, while the site answers and owners post listings. CPU time and memory are those of Linux.
 */
export async function benchImport(say: Print): Promise<void> {
  const rows = Number(process.env.BENCH_IMPORT_ROWS ?? 1_200_000);
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
  const files = { CSV: join(folder, 'region.csv'), Parquet: join(folder, 'region.parquet') };
  try {
    say(`\nimporting ${rows} businesses`);
    await writeRegionCsv(files.CSV, rows);
    await writeRegionParquet(files.Parquet, rows);
    for (const [format, file] of Object.entries(files)) {
      const { cpuSeconds, peakMb } = await run([READER, file], folder, folder);
      say(`  ${format} is read: ${Math.round(rows / cpuSeconds)} rows per second of CPU time, ${peakMb} MB`);
    }
    await rm(files.Parquet);
    await importWhileServing(join(folder, 'data'), files.CSV, rows, say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importWhileServing(dataDir: string, file: string, rows: number, say: Print) {
  const { DATA_DIR: former } = process.env;
  process.env.DATA_DIR = dataDir;
  const database = await openDatabase(readEnv(), {});
  await loadGazetteer(database.db);
  await loadSamples(database.db);
  const site = await startServer({ kind: 'site', pageCache: true, apiCache: true });
  try {
    const dry = await run([COMMAND, file, '--dry-run', '--date=unknown'], dataDir, join(dataDir, '..'));
    say(
      `  dry run: ${Math.round(dry.seconds)} s, ${Math.round(dry.cpuSeconds)} of them CPU time of the import, ${dry.peakMb} MB`,
    );
    const alone = createVisits(database.db, site);
    for (let n = 0; n < 3; n++) await alone.measureSpeed();
    for (let n = 0; n < 20; n++) await alone.post();
    const before = readPostgresSeconds(dataDir);
    const during = createVisits(database.db, site);
    const { seconds, cpuSeconds, peakMb, peakOfAllMb } = await run(
      [COMMAND, file, '--date=unknown'],
      dataDir,
      join(dataDir, '..'),
      during.visit,
    );
    const postgresSeconds = readPostgresSeconds(dataDir) - before;
    await requireWhole(database.db, rows);
    say(`  import: ${Math.round(seconds)} s (bar: 900 for 1,200,000), ${Math.round(rows / seconds)} rows per second`);
    say(
      `    CPU time: import ${Math.round(cpuSeconds)} s, PostgreSQL ${Math.round(postgresSeconds)} s, with what the site asked`,
    );
    say(`    memory: ${peakMb} MB (bar: 700), with PostgreSQL and the site ${peakOfAllMb} MB`);
    say(
      `    cached pages: × ${(median(during.speeds) / median(alone.speeds)).toFixed(2)} of their speed before (bar: 0.8)`,
    );
    say(`    posting a listing: ${formatTimes(during.postings)}; before ${formatTimes(alone.postings)} (bar: 1000 ms)`);
  } finally {
    await site.stop();
    await database.close();
    if (former === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = former;
  }
}

let posted = 0;

/** Visitors and owners, who are measured. */
function createVisits(db: Kysely<DB>, site: RunningServer) {
  const speeds: number[] = [];
  const postings: number[] = [];
  const measureSpeed = async () => {
    speeds.push((await load(site, PAGE, { seconds: LOAD_SECONDS })).perSecond);
  };
  const post = async () => {
    postings.push(await timePosting(db, site.url, ++posted));
  };
  // The first one soon, for short imports.
  let loadedAt = performance.now() - LOAD_EVERY_MS + 5000;
  return {
    speeds,
    postings,
    measureSpeed,
    post,
    async visit() {
      await delay(POST_EVERY_MS);
      await post();
      if (performance.now() - loadedAt < LOAD_EVERY_MS) return;
      loadedAt = performance.now();
      await measureSpeed();
    },
  };
}

const formatTimes = (milliseconds: number[]) =>
  `${Math.round(median(milliseconds))} ms, the slowest of ${milliseconds.length} ${Math.round(Math.max(...milliseconds))} ms`;

async function requireWhole(db: Kysely<DB>, rows: number) {
  const run = await db.selectFrom('imports').select(['state', 'position']).executeTakeFirst();
  if (run?.state !== 'finished' || run.position !== rows) throw new Error(`The import is ${JSON.stringify(run)}`);
}
