import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { getFastTempFolder } from '#tests/support/fast-temp-folder.ts';
import { prepareOnce } from '#tests/support/prepare-once.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

/** A program in a separate process that has opened the database. */
export interface Program {
  process: ChildProcess;
  stdoutLines: string[];
  /** Resolves when it has printed a line with this prefix, after so many other lines. */
  waitForLine(beginning: string, after?: number): Promise<void>;
  /** Resolves when it has exited. */
  exited: Promise<{ status: number | null; stderr: string }>;
}

export interface ProgramOptions {
  /** Whether it stores numbers as long as it runs. */
  write?: boolean;
  /** The checkout to run; by default this one. */
  checkout?: string;
  /** The script and its arguments; by default a program that only opens the database. */
  command?: string[];
  env?: Record<string, string>;
  /** The user and group to run as. */
  runAs?: { uid: number; gid: number };
}

const startedPrograms = new Set<Program>();
const folders = new Set<string>();

/** Creates a temporary folder that every user may enter. */
export function createTempFolder(): string {
  const folder = mkdtempSync(join(getFastTempFolder(), 'socal-local-faults-'));
  chmodSync(folder, 0o755);
  folders.add(folder);
  return folder;
}

/**
 * Creates a `DATA_DIR` in which the site has run once: with a migrated database, places, categories and the administrator, whose
 * address is boss@mail.example.
 * Copied from one that the first test of the run prepares.
 */
export async function createPreparedDataDir(name = 'data'): Promise<string> {
  const prepared = join(inject('runFolder'), 'prepared-data');
  await prepareOnce(
    'prepared_data',
    () => existsSync(prepared),
    async () => {
      const dataDir = `${prepared}.new`;
      const site = start(dataDir, {
        command: ['server/site/main.ts'],
        env: { PORT: '0', SAMPLE_DATA: 'off', LOG_LEVEL: 'warn', ADMIN_EMAIL: 'boss@mail.example' },
      });
      await site.waitForLine('  SoCal Local is at');
      const firstStart: FirstStart = { ...(await sendSignal(site, 'SIGTERM')), stdoutLines: site.stdoutLines };
      writeFileSync(getFirstStartPath(), JSON.stringify(firstStart));
      renameSync(dataDir, prepared);
    },
  );
  const dataDir = join(createTempFolder(), name);
  // With owners and modes, which PostgreSQL checks.
  execFileSync('cp', ['-a', prepared, dataDir]);
  return dataDir;
}

/** How the start went that made the data of `createPreparedDataDir`. */
interface FirstStart {
  status: number | null;
  stdoutLines: string[];
  stderr: string;
}

const getFirstStartPath = () => join(inject('runFolder'), 'first-start.json');

/** What the site printed that made the data, until it was ended with SIGTERM. */
export const readFirstStart = (): FirstStart => JSON.parse(readFileSync(getFirstStartPath(), 'utf8'));

/** Starts the program on a `DATA_DIR`. */
export function start(
  dataDir: string,
  { write, checkout, command, env = {}, runAs: as }: ProgramOptions = {},
): Program {
  const [script = '', ...args] = command ?? ['tests/faults/program.child.ts', ...(write ? ['write'] : [])];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [join(checkout ?? join(import.meta.dirname, '../..'), script), ...args], {
    cwd: '/',
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, GEOCODER_URL: '', WORKERS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  });
  const stdoutLines: string[] = [];
  let output = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (output + text).split('\n');
    output = parts.pop() ?? '';
    stdoutLines.push(...parts);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = new Promise<{ status: number | null; stderr: string }>((resolve) => {
    child.once('close', (status) => resolve({ status, stderr }));
  });
  const waitForLine = (beginning: string, after = 0) =>
    vi.waitFor(
      () => {
        const lines = stdoutLines.slice(after);
        if (lines.some((line) => line.startsWith(beginning))) return;
        const state = child.exitCode === null ? 'The program runs and' : `The program ended with ${child.exitCode} and`;
        throw new Error(`${state} has not printed "${beginning}" but: ${lines.join('\n')}\n${stderr}`);
      },
      { timeout: scaleTimeout(30_000), interval: 20 },
    );
  const program = { process: child, stdoutLines, waitForLine, exited };
  startedPrograms.add(program);
  return program;
}

/** Starts the program and waits until the database is open. */
export async function startAndWaitUntilReady(dataDir: string, options?: ProgramOptions): Promise<Program> {
  const program = start(dataDir, options);
  await program.waitForLine('ready');
  return program;
}

export function sendSignal(program: Program, name: NodeJS.Signals) {
  program.process.kill(name);
  return program.exited;
}

/** The process id of the server, from its pid file. */
export const readServerPid = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'pg/data/postmaster.pid'), 'utf8'), 10);

/** The running processes, each with its parent, without zombies. */
export function listProcesses(): Map<number, number> {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  const rows = list.map((line) => line.trim().split(/\s+/)).filter(([, , state]) => !state?.startsWith('Z'));
  return new Map(rows.map(([pid, parent]) => [Number(pid), Number(parent)]));
}

/** The server and its child processes. */
export function listServerProcesses(dataDir: string): number[] {
  const server = readServerPid(dataDir);
  return [...listProcesses()].filter(([pid, parent]) => pid === server || parent === server).map(([pid]) => pid);
}

/** Connects to the running server of a `DATA_DIR`. */
export async function connect(dataDir: string): Promise<pg.Client> {
  const password = readFileSync(join(dataDir, 'pg/data/password'), 'utf8');
  const host = readFileSync(join(dataDir, 'pg/data/postmaster.pid'), 'utf8').split('\n')[4];
  const client = new pg.Client({ host, user: 'postgres', password, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The stored numbers, and the acknowledged ones. */
export async function readNumbers(dataDir: string, ...programs: Program[]) {
  const client = await connect(dataDir);
  const { rows } = await client.query<{ n: number }>('select n from numbers');
  await client.end();
  const stored = new Set(rows.map(({ n }) => n));
  const acknowledged = programs
    .flatMap(({ stdoutLines: lines }) => lines)
    .filter((line) => line.startsWith('stored '))
    .map((line) => Number(line.slice('stored '.length)));
  return { acknowledged, lost: acknowledged.filter((n) => !stored.has(n)) };
}

/** Ends the processes that the test left running, and removes its folders. */
export async function cleanUp() {
  for (const program of startedPrograms) {
    program.process.kill('SIGKILL');
    await program.exited;
  }
  startedPrograms.clear();
  for (const folder of folders) {
    for (const name of readdirSync(folder)) await endServer(join(folder, name));
    rmSync(folder, { recursive: true, force: true });
  }
  folders.clear();
}

/** Ends the server of a `DATA_DIR`, if it runs. */
export async function endServer(dataDir: string) {
  const pidFile = join(dataDir, 'pg/data/postmaster.pid');
  if (!existsSync(pidFile)) return;
  const server = readServerPid(dataDir);
  try {
    process.kill(server, 'SIGINT');
  } catch {
    // The process was killed before.
  }
  await vi.waitFor(() => expect(listProcesses().has(server)).toBe(false), scaleTimeout(10_000));
}
