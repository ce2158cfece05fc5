import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { fastFolder } from '../support/fast-folder.ts';

/** A program that has the database open, in a process of its own. */
export interface Program {
  process: ChildProcess;
  lines: string[];
  /** Resolves when it has said a line that begins so. */
  says(beginning: string): Promise<void>;
  /** Resolves when it has ended. */
  ended: Promise<{ status: number | null; complaint: string }>;
}

export interface ProgramOptions {
  /** Stores numbers for as long as it runs. */
  write?: boolean;
  /** The checkout to run from: this one, unless told otherwise. */
  checkout?: string;
  /** What to run from it, with its arguments: a program that only opens the database, unless told otherwise. */
  command?: string[];
  env?: Record<string, string>;
  /** The user and group to run as. */
  as?: { uid: number; gid: number };
}

const started = new Set<Program>();
const folders = new Set<string>();

/** A folder of the test's own, which everyone may enter. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(fastFolder(), 'socal-local-faults-'));
  chmodSync(folder, 0o755);
  folders.add(folder);
  return folder;
}

/** Starts the program on a `DATA_DIR`. */
export function start(dataDir: string, { write, checkout, command, env = {}, as }: ProgramOptions = {}): Program {
  const [script = '', ...args] = command ?? ['tests/faults/program.child.ts', ...(write ? ['write'] : [])];
  const child = spawn(process.execPath, [join(checkout ?? join(import.meta.dirname, '../..'), script), ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  });
  const lines: string[] = [];
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (output + text).split('\n');
    output = parts.pop() ?? '';
    lines.push(...parts);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended = new Promise<{ status: number | null; complaint: string }>((resolve) => {
    child.once('close', (status) => resolve({ status, complaint }));
  });
  const says = (beginning: string) =>
    vi.waitFor(
      () => {
        if (lines.some((line) => line.startsWith(beginning))) return;
        throw new Error(`The program has not said "${beginning}" but: ${lines.join('\n')}\n${complaint}`);
      },
      { timeout: 30_000, interval: 20 },
    );
  const program = { process: child, lines, says, ended };
  started.add(program);
  return program;
}

/** Starts the program and waits until the database is open. */
export async function open(dataDir: string, options?: ProgramOptions): Promise<Program> {
  const program = start(dataDir, options);
  await program.says('ready');
  return program;
}

export function signal(program: Program, name: NodeJS.Signals) {
  program.process.kill(name);
  return program.ended;
}

/** The process id of the server, by its pid file. */
export const serverPid = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'pg/data/postmaster.pid'), 'utf8'), 10);

/** The processes that run, each with its parent; zombies have ended. */
export function running(): Map<number, number> {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  const rows = list.map((line) => line.trim().split(/\s+/)).filter(([, , state]) => !state?.startsWith('Z'));
  return new Map(rows.map(([pid, parent]) => [Number(pid), Number(parent)]));
}

/** The server and its own processes. */
export function serverProcesses(dataDir: string): number[] {
  const server = serverPid(dataDir);
  return [...running()].filter(([pid, parent]) => pid === server || parent === server).map(([pid]) => pid);
}

/** A connection to the server of a `DATA_DIR` that is running. */
export async function connect(dataDir: string): Promise<pg.Client> {
  const password = readFileSync(join(dataDir, 'pg/data/password'), 'utf8');
  const host = readFileSync(join(dataDir, 'pg/data/postmaster.pid'), 'utf8').split('\n')[4];
  const client = new pg.Client({ host, user: 'postgres', password, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The numbers that are stored, and those that were acknowledged. */
export async function numbers(dataDir: string, ...programs: Program[]) {
  const client = await connect(dataDir);
  const { rows } = await client.query<{ n: number }>('select n from numbers');
  await client.end();
  const stored = new Set(rows.map(({ n }) => n));
  const acknowledged = programs
    .flatMap(({ lines }) => lines)
    .filter((line) => line.startsWith('stored '))
    .map((line) => Number(line.slice('stored '.length)));
  return { acknowledged, lost: acknowledged.filter((n) => !stored.has(n)) };
}

/** Ends whatever the test left running, and removes its folders. */
export async function cleanUp() {
  for (const program of started) {
    program.process.kill('SIGKILL');
    await program.ended;
  }
  started.clear();
  for (const folder of folders) {
    for (const name of readdirSync(folder)) await endServer(join(folder, name));
    rmSync(folder, { recursive: true, force: true });
  }
  folders.clear();
}

async function endServer(dataDir: string) {
  const pidFile = join(dataDir, 'pg/data/postmaster.pid');
  if (!existsSync(pidFile)) return;
  const server = serverPid(dataDir);
  try {
    process.kill(server, 'SIGINT');
  } catch {
    // It was killed.
  }
  await vi.waitFor(() => expect(running().has(server)).toBe(false), 10_000);
}
