import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scaleTimeout } from '#tests/support/timeouts.ts';

/** A program of the cluster. */
export interface ClusterProcess {
  name: string;
  child: ChildProcess;
  /** Sends a signal and waits until it has exited. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const running: ClusterProcess[] = [];

/** Where PostgreSQL's packages keep its programs, which are in no search path. */
const POSTGRES_FOLDERS = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt/postgresql'];

/**
 * The paths of programs.
 * @throws an error that names all that are missing
 */
export function findPrograms<Name extends string>(names: readonly Name[]): Record<Name, string> {
  const versions = POSTGRES_FOLDERS.filter(existsSync).flatMap((folder) =>
    readdirSync(folder).map((version) => join(folder, version, 'bin')),
  );
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', ...versions];
  const found = names.map((name) => [name, folders.map((folder) => join(folder, name)).find(existsSync)] as const);
  const missing = found.filter(([, path]) => path === undefined).map(([name]) => name);
  if (missing.length > 0)
    throw new Error(
      `Missing: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends nginx-light haproxy varnish varnish-modules pgbouncer postgresql`,
    );
  return Object.fromEntries(found) as Record<Name, string>;
}

/** The user `postgres` when this process is root, because PostgreSQL refuses to run as root. */
export const postgresUser = process.getuid?.() === 0 ? { uid: readId('-u'), gid: readId('-g') } : {};

function readId(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

/** Starts a program, which writes to a file of its name. It is ended by `endAll`. */
export function startProcess(
  name: string,
  command: string[],
  { folder, env, ...user }: { folder: string; env?: Record<string, string>; uid?: number; gid?: number },
): ClusterProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: '/',
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', log, log],
    ...user,
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const started: ClusterProcess = {
    name,
    child,
    async end(signal) {
      child.kill(signal);
      await exited;
      if (running.includes(started)) running.splice(running.indexOf(started), 1);
    },
  };
  running.push(started);
  return started;
}

/** Sends a signal to a process and then to its children, on Linux. */
export function signalTree(pid: number, signal: NodeJS.Signals) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  for (const id of [pid, ...children]) process.kill(id, signal);
}

/** Ends what this process started, the last one first. */
export async function endAll() {
  for (const { child, end } of running.toReversed()) {
    const timer = setTimeout(() => child.kill('SIGKILL'), 12_000);
    await end('SIGTERM');
    clearTimeout(timer);
  }
}

/** A port that nothing listens to. */
export function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  return new Promise((resolve) => {
    server.once('listening', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Waits until a condition holds, for at most a minute on an idle machine. */
export async function waitUntil(what: string, condition: () => unknown, intervalMs = 100) {
  for (const end = Date.now() + scaleTimeout(60_000); Date.now() < end; await delay(intervalMs)) {
    if (await Promise.resolve(condition()).catch(() => false)) return;
  }
  throw new Error(`Not in time: ${what}`);
}
