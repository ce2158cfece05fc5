import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '#server/platform/db/open.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { median, type Print } from '#tests/bench/load.ts';
import { startProgram } from '#tests/bench/program.ts';
import type { Directory, LargePart } from './directories.ts';
import { readPostgresSeconds, run } from './processes.ts';

const [BACKUP, RESTORE] = ['backup', 'restore'].map((name) =>
  resolve(import.meta.dirname, `../../../server/platform/storage/backup/${name}.command.ts`),
) as [string, string];
const VISIT_EVERY_MS = 250;
const VISITS_ALONE = 40;

/** A backup while the site answers, and its restore into an empty database. Both print the time and memory that they take. */
export const benchLargeBackup: LargePart = async ({ large, say }) => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-backup-'));
  try {
    say(`\nbackup of ${large.listings} listings`);
    await backUpWhileServing(large, join(folder, 'backups'), say);
    await restore(large, { from: join(folder, 'backups'), dataDir: join(folder, 'data') }, say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function backUpWhileServing({ dataDir, database: { db } }: Directory, to: string, say: Print) {
  const site = await startProgram({ DATA_DIR: dataDir, WORKERS: '1', SAMPLE_DATA: 'off' });
  try {
    const ids = await chooseListings(db);
    const visit = async (times: number[]) => {
      await delay(VISIT_EVERY_MS);
      times.push(await timePage(`${site.origin}/ads/${ids.pop()}`));
    };
    const [alone, during]: number[][] = [[], []];
    for (let n = 0; n < VISITS_ALONE; n++) await visit(alone ?? []);
    await report('backup', { args: [BACKUP, '--to', to], dataDir, say, work: () => visit(during ?? []) });
    say(`    size: ${Math.round((await measureFolder(to)) / 1e6)} MB`);
    say(`    pages beside it, uncached: ${formatTimes(during ?? [])}; before ${formatTimes(alone ?? [])}`);
  } finally {
    await site.stop();
  }
}

async function restore({ database }: Directory, { from, dataDir }: { from: string; dataDir: string }, say: Print) {
  // Opened here, so that the CPU time of its PostgreSQL can be read when the command has ended.
  const restored = await openDatabase(
    { ...readEnv(), DATA_DIR: dataDir, DATABASE_URL: undefined },
    { migrates: false },
  );
  try {
    await report('restore', { args: [RESTORE, '--from', from], dataDir, say });
    const [expected, found] = [await countListings(database.db), await countListings(restored.db)];
    if (found !== expected) throw new Error(`${found} listings were restored of ${expected}`);
  } finally {
    await restored.close();
  }
}

interface Command {
  args: string[];
  dataDir: string;
  say: Print;
  work?: () => Promise<void>;
}

async function report(name: string, { args, dataDir, say, work }: Command) {
  const before = readPostgresSeconds(dataDir);
  const { seconds, cpuSeconds, peakMb, peakOfAllMb } = await run(args, dataDir, process.cwd(), work);
  const postgresSeconds = Math.round(readPostgresSeconds(dataDir) - before);
  say(`  ${name}: ${Math.round(seconds)} s; CPU time: ${Math.round(cpuSeconds)} s, of PostgreSQL ${postgresSeconds} s`);
  say(`    memory: ${peakMb} MB, with PostgreSQL and all of its processes ${peakOfAllMb} MB`);
}

/** Different ones, as a page is cached after its first visit. */
async function chooseListings(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from public_listings where id % 100 = 0`.execute(db);
  return rows.map(({ id }) => id);
}

const countListings = async (db: Kysely<DB>) =>
  Number((await sql<{ count: string }>`select count(*) from listings`.execute(db)).rows[0]?.count);

async function timePage(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - started;
}

async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0);
}

const formatTimes = (times: number[]) =>
  `median ${Math.round(median(times))} ms, the slowest of ${times.length} ${Math.round(Math.max(...times))} ms`;
