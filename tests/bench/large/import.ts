import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/db/open.ts';
import { readEnv } from '#server/env.ts';
import { loadGazetteer } from '#server/seed/gazetteer.ts';
import { load, median, type Print, startServer } from '../load.ts';
import { writeRegionCsv, writeRegionParquet } from './region-file.ts';

const COMMAND = resolve(import.meta.dirname, '../../../server/import/import.command.ts');
const READER = resolve(import.meta.dirname, 'read-file.child.ts');
const PAGE = '/';

/**
 * Imports a generated file of 1,200,000 businesses (or `BENCH_IMPORT_ROWS`) into an empty directory while the site answers, and reads the
 * same as Parquet. CPU time and memory are those of Linux.
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
  const site = await startServer({ kind: 'site', pageCache: true, apiCache: true });
  try {
    const measureSpeed = async () => (await load(site, PAGE, { seconds: 3 })).perSecond;
    const alone = median([await measureSpeed(), await measureSpeed(), await measureSpeed()]);
    const before = readPostgresSeconds(dataDir);
    const during: number[] = [];
    const { seconds, cpuSeconds, peakMb } = await run([COMMAND, file], dataDir, join(dataDir, '..'), async () => {
      during.push(await measureSpeed());
    });
    const postgresSeconds = readPostgresSeconds(dataDir) - before;
    say(
      `  CSV is imported: ${Math.round(seconds)} s (bar: 900 for 1,200,000), ${Math.round(rows / seconds)} rows per second`,
    );
    say(
      `    CPU time: import ${Math.round(cpuSeconds)} s, PostgreSQL ${Math.round(postgresSeconds)} s, with the answers of the site`,
    );
    say(`    memory: ${peakMb} MB (bar: 700)`);
    say(`    cached pages: × ${(median(during) / alone).toFixed(2)} of their speed before (bar: 0.8)`);
  } finally {
    await site.stop();
    await database.close();
    if (former === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = former;
  }
}

const EVERY_MS = 20_000;

/** Runs a program, with some work from time to time while it runs. */
async function run(args: string[], dataDir: string, cwd: string, work = async () => {}) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--max-old-space-size=512', ...args], {
    ...{ cwd, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DATA_DIR: dataDir } },
  });
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
    return true;
  });
  const used = { cpuSeconds: 0, peakMb: 0 };
  const sample = () => Object.assign(used, readUsage(child) ?? used);
  for (let n = 1; ; n++) {
    if (await Promise.race([ended, delay(200, false)])) break;
    sample();
    if (n % (EVERY_MS / 200) === 0) await work();
  }
  return { ...used, seconds: (performance.now() - started) / 1000 };
}

function readUsage({ pid }: ChildProcess) {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // One that has ended has no memory any more.
    if (!kilobytes) return null;
    return { cpuSeconds: readSeconds(pid ?? 0, 2), peakMb: Math.round(Number(kilobytes) / 1024) };
  } catch {
    return null;
  }
}

/** The CPU time of the embedded PostgreSQL with all its processes, also of those that have ended. */
function readPostgresSeconds(dataDir: string): number {
  const [postmaster = ''] = readFileSync(join(dataDir, 'pg/data/postmaster.pid'), 'utf8').split('\n');
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && readStat(Number(pid))[1] === postmaster);
  return readSeconds(Number(postmaster), 4) + children.reduce((sum, pid) => sum + readSeconds(Number(pid), 2), 0);
}

/** The fields after the name: the state, the parent, … */
function readStat(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** @param fields 2: its own time, 4: with that of its ended children. Linux counts in hundredths of a second. */
const readSeconds = (pid: number, fields: 2 | 4) =>
  readStat(pid)
    .slice(11, 11 + fields)
    .reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
