import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import type { Binaries } from './binaries.ts';
import { type Folder, needSpace } from './folder.ts';
import { SUPERUSER } from './init.ts';
import { spawnAs } from './owner.ts';
import { clearRemains, endSurvivors, runningPid } from './process.ts';

/** How to reach the embedded server: everything is said, so that no PG… variable of the environment changes it. */
export interface SocketConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: false;
}

/** Settings of PostgreSQL by name, over {@link SETTINGS}. */
export type Settings = Record<string, string>;

// For a machine of 1 GB. fsync and synchronous_commit stay on: what was acknowledged must survive.
const SETTINGS: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  shared_buffers: '64MB',
  max_connections: '40',
  work_mem: '4MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '384MB',
  min_wal_size: '64MB',
  max_wal_size: '256MB',
  io_method: 'sync',
  max_worker_processes: '4',
  autovacuum_max_workers: '2',
  jit: 'off',
  logging_collector: 'on',
  log_directory: '../log',
  log_filename: 'pg-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
};
const RUNNING_MB = 32;
const ATTEMPTS = 3;
// Recovery after a crash replays at most max_wal_size.
const LONGEST_START_MS = 120_000;

export const connectionTo = (folder: Folder, password: string): SocketConnection => ({
  host: folder.socket,
  port: 5432,
  user: SUPERUSER,
  password,
  database: 'postgres',
  ssl: false,
});

/**
 * Returns when a server answers on this data folder: the one that runs already, else one started now.
 * @throws {CannotStart} with PostgreSQL's own reason
 */
export async function ensureRunning(
  folder: Folder,
  connection: SocketConnection,
  binaries: () => Binaries,
  settings: Settings,
  progress: (line: string) => void,
) {
  let reason = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (await settle(folder, connection, progress)) return;
    needSpace(folder.data, RUNNING_MB);
    await clearRemains(folder);
    const failed = await launch(folder, connection, binaries().postgres, settings, progress);
    if (failed === undefined) return;
    reason = failed;
    if (reason.includes('shared memory block')) await endSurvivors(folder);
    await pause(100 * attempt);
  }
  throw new CannotStart(
    `The database in ${folder.data} does not start. PostgreSQL says:\n${reason}\nMore may stand in ${join(folder.path, 'log')}.`,
  );
}

/** Waits while a server of ours begins or ends. True when one answers, false when there is none. */
async function settle(folder: Folder, connection: SocketConnection, progress: (line: string) => void) {
  const began = Date.now();
  let told = false;
  for (;;) {
    const state = await probe(folder, connection);
    if (state === 'ours') return true;
    if (state === 'nobody' && runningPid(folder) === undefined) return false;
    const waited = Date.now() - began;
    if (waited > 3000 && !told) {
      progress('Waiting for PostgreSQL, which is starting or stopping');
      told = true;
    }
    if (waited > LONGEST_START_MS) {
      throw new CannotStart(
        `PostgreSQL (process ${runningPid(folder) ?? 'unknown'}) holds ${folder.data} and does not answer. ` +
          `See ${join(folder.path, 'log')}; end that process and start again.`,
      );
    }
    await pause(25);
  }
}

/** Who answers at the socket: the server of this data folder, one that is not ready, or nobody that we know. */
async function probe(folder: Folder, connection: SocketConnection): Promise<'ours' | 'unready' | 'nobody'> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return realpathSync(rows[0]?.data_directory ?? '') === folder.data ? 'ours' : 'nobody';
  } catch (error) {
    const { code, routine } = error as { code?: string; routine?: string };
    if (code === '28P01' || code === '28000') {
      throw new CannotStart(
        `The database in ${folder.data} refuses the password beside it. Restore ${join(folder.data, 'password')}.`,
      );
    }
    return code === '57P03' || code === '53300' || routine === 'ProcessStartupPacket' ? 'unready' : 'nobody';
  } finally {
    client.end().catch(() => {});
  }
}

/** Starts the server. Answers why it ended at once, or undefined when it answers. */
async function launch(
  folder: Folder,
  connection: SocketConnection,
  postgres: string,
  settings: Settings,
  progress: (line: string) => void,
): Promise<string | undefined> {
  const startLog = join(folder.path, 'start.log');
  // The owner of the folder is less than root: never follow a link that they may have put there.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  const log = openSync(startLog, flags, 0o600);
  let ended: string | undefined;
  try {
    const server = spawn(postgres, argumentsFor(folder, settings), {
      ...spawnAs(folder.owner, folder.data),
      // Its own process group: Ctrl-C in the terminal is for us, and we stop it in order.
      detached: true,
      stdio: ['ignore', log, log],
    });
    server.once('error', (error) => {
      ended = error.message;
    });
    server.once('exit', (status, signal) => {
      ended = `it ended with ${signal ?? `status ${status}`}`;
    });
    server.unref();
  } finally {
    closeSync(log);
  }
  const began = Date.now();
  let told = false;
  while (ended === undefined && Date.now() - began < LONGEST_START_MS) {
    if ((await probe(folder, connection)) === 'ours') return undefined;
    if (Date.now() - began > 3000 && !told) {
      progress('PostgreSQL is recovering what was written last');
      told = true;
    }
    await pause(10);
  }
  return ended === undefined ? 'it runs and does not answer' : complaint(startLog) || ended;
}

function argumentsFor(folder: Folder, settings: Settings): string[] {
  // A list of folders, so one with blanks or commas in its name must stand in quotes.
  const socketFolder = `"${folder.socket.replaceAll('"', '""')}"`;
  const all = { ...SETTINGS, unix_socket_directories: socketFolder, ...settings };
  return ['-D', folder.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function complaint(startLog: string): string {
  const lines = readFileSync(startLog, 'utf8').trim().split('\n');
  const worst = lines.filter((line) => /\b(FATAL|PANIC|HINT|DETAIL)\b/.test(line));
  return (worst.length > 0 ? worst : lines).slice(-6).join('\n');
}
