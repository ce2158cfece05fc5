import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What a program used, as Linux counts it. */
export interface Usage {
  seconds: number;
  cpuSeconds: number;
  /** Of the program alone. */
  peakMb: number;
  /** Of all programs of this one and of the embedded PostgreSQL together. */
  peakOfAllMb: number;
}

/** Runs a program with as much memory as `npm run import` has, and some work over and over while it runs. */
export async function run(args: string[], dataDir: string, cwd: string, work?: () => Promise<void>): Promise<Usage> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--max-old-space-size=512', ...args], {
    ...{ cwd, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DATA_DIR: dataDir } },
  });
  const { signal, abort } = toSignal(child);
  const used = { cpuSeconds: 0, peakMb: 0, peakOfAllMb: 0 };
  const sampling = (async () => {
    for (let n = 0; !signal.aborted; n++) {
      Object.assign(used, readUsage(child) ?? {});
      // It takes some milliseconds.
      if (n % 10 === 0) used.peakOfAllMb = Math.max(used.peakOfAllMb, readMemoryOfAll(dataDir));
      await delay(200, undefined, { signal }).catch(() => {});
    }
  })();
  const working = (async () => {
    while (work && !signal.aborted) await work();
  })();
  working.catch(() => child.kill());
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - started) / 1000;
  abort();
  await Promise.all([sampling, working]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { ...used, seconds };
}

/** Aborted when the child ends. */
function toSignal(child: ChildProcess) {
  const over = new AbortController();
  child.once('exit', () => over.abort());
  return { signal: over.signal, abort: () => over.abort() };
}

function readUsage({ pid = 0 }: ChildProcess) {
  const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readProc(pid, 'status')) ?? [];
  // One that has ended has no memory any more.
  return kilobytes ? { cpuSeconds: readSeconds(pid, 2), peakMb: Math.round(Number(kilobytes) / 1024) } : null;
}

/** Memory that processes share is counted once. */
function readMemoryOfAll(dataDir: string): number {
  const pids = [...findChildren(process.pid), ...findPostgres(dataDir)];
  const kilobytes = pids.map((pid) => Number(/^Pss:\s*(\d+)/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0));
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024);
}

/** The CPU time of the embedded PostgreSQL with all its processes, also of those that have ended. */
export function readPostgresSeconds(dataDir: string): number {
  const [postmaster = 0, ...others] = findPostgres(dataDir);
  return readSeconds(postmaster, 4) + others.reduce((sum, pid) => sum + readSeconds(pid, 2), 0);
}

/** The CPU time of a process with all its threads. */
export const readProcessSeconds = (pid: number): number => readSeconds(pid, 2);

/** The first process of the embedded PostgreSQL, and those that it started. */
function findPostgres(dataDir: string): number[] {
  try {
    const [postmaster = ''] = readFileSync(join(dataDir, 'pg/data/postmaster.pid'), 'utf8').split('\n');
    return [Number(postmaster), ...findChildren(Number(postmaster))];
  } catch {
    return [];
  }
}

const findChildren = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && readStat(pid)[1] === String(parent));

/** The fields after the name: the state, the parent, … */
const readStat = (pid: number): string[] =>
  readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');

/** '' where it has ended. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** @param fields 2: its own time, 4: with that of its ended children. Linux counts in hundredths of a second. */
const readSeconds = (pid: number, fields: 2 | 4) =>
  readStat(pid)
    .slice(11, 11 + fields)
    .reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
