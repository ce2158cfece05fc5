import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import type { Binaries } from './binaries.ts';
import { type DatabaseFolder, requireDiskSpace } from './folder.ts';
import { SUPERUSER } from './init.ts';
import { spawnOptions } from './owner.ts';
import { findRunningPid, killOrphanedBackends, removeStalePidFile } from './process.ts';

/** How to reach the embedded server: everything is said, so that no PG… variable of the environment changes it. */
export interface SocketConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: false;
}

/** Settings of PostgreSQL by name, over {@link DEFAULT_SETTINGS}. */
export type PostgresSettings = Record<string, string>;

// For a machine of 1 GB. fsync and synchronous_commit stay on: what was acknowledged must survive.
const DEFAULT_SETTINGS: PostgresSettings = {
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
const MIN_FREE_MB = 32;
const MAX_ATTEMPTS = 3;
// Recovery after a crash replays at most max_wal_size.
const START_TIMEOUT_MS = 120_000;

export const toConnection = (folder: DatabaseFolder, password: string): SocketConnection => ({
  host: folder.socket,
  port: 5432,
  user: SUPERUSER,
  password,
  database: 'postgres',
  ssl: false,
});

/**
 * Returns when a server answers on this data folder: the one that runs already, else one started now.
 * @throws {StartupError} with PostgreSQL's own reason
 */
export async function ensureRunning(
  folder: DatabaseFolder,
  connection: SocketConnection,
  binaries: () => Binaries,
  settings: PostgresSettings,
  progress: (line: string) => void,
) {
  let reason = '';
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (await waitUntilStable(folder, connection, progress)) return;
    requireDiskSpace(folder.data, MIN_FREE_MB);
    await removeStalePidFile(folder);
    const failure = await startServer(folder, connection, binaries().postgres, settings, progress);
    if (failure === undefined) return;
    reason = failure;
    if (reason.includes('shared memory block')) await killOrphanedBackends(folder);
    await delay(100 * attempt);
  }
  throw new StartupError(
    `The database in ${folder.data} does not start. PostgreSQL says:\n${reason}\nMore may stand in ${join(folder.path, 'log')}.`,
  );
}

/** Waits while a server of ours begins or ends. True when one answers, false when there is none. */
async function waitUntilStable(folder: DatabaseFolder, connection: SocketConnection, progress: (line: string) => void) {
  const startedAt = Date.now();
  let isReported = false;
  for (;;) {
    const state = await probeServer(folder, connection);
    if (state === 'ours') return true;
    if (state === 'nobody' && findRunningPid(folder) === undefined) return false;
    const waited = Date.now() - startedAt;
    if (waited > 3000 && !isReported) {
      progress('Waiting for PostgreSQL, which is starting or stopping');
      isReported = true;
    }
    if (waited > START_TIMEOUT_MS) {
      throw new StartupError(
        `PostgreSQL (process ${findRunningPid(folder) ?? 'unknown'}) holds ${folder.data} and does not answer. ` +
          `See ${join(folder.path, 'log')}; end that process and start again.`,
      );
    }
    await delay(25);
  }
}

/** Who answers at the socket: the server of this data folder, one that is not ready, or nobody that we know. */
async function probeServer(
  folder: DatabaseFolder,
  connection: SocketConnection,
): Promise<'ours' | 'unready' | 'nobody'> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return realpathSync(rows[0]?.data_directory ?? '') === folder.data ? 'ours' : 'nobody';
  } catch (error) {
    const { code, routine } = error as { code?: string; routine?: string };
    if (code === '28P01' || code === '28000') {
      throw new StartupError(
        `The database in ${folder.data} refuses the password beside it. Restore ${join(folder.data, 'password')}.`,
      );
    }
    return code === '57P03' || code === '53300' || routine === 'ProcessStartupPacket' ? 'unready' : 'nobody';
  } finally {
    client.end().catch(() => {});
  }
}

/** Starts the server. Answers why it ended at once, or undefined when it answers. */
async function startServer(
  folder: DatabaseFolder,
  connection: SocketConnection,
  postgres: string,
  settings: PostgresSettings,
  progress: (line: string) => void,
): Promise<string | undefined> {
  const startLog = join(folder.path, 'start.log');
  // The owner of the folder is less than root: never follow a link that they may have put there.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  const log = openSync(startLog, flags, 0o600);
  let exitReason: string | undefined;
  try {
    const server = spawn(postgres, toServerArguments(folder, settings), {
      ...spawnOptions(folder.owner, folder.data),
      // Its own process group: Ctrl-C in the terminal is for us, and we stop it in order.
      detached: true,
      stdio: ['ignore', log, log],
    });
    server.once('error', (error) => {
      exitReason = error.message;
    });
    server.once('exit', (status, signal) => {
      exitReason = `it ended with ${signal ?? `status ${status}`}`;
    });
    server.unref();
  } finally {
    closeSync(log);
  }
  const startedAt = Date.now();
  let isReported = false;
  while (exitReason === undefined && Date.now() - startedAt < START_TIMEOUT_MS) {
    if ((await probeServer(folder, connection)) === 'ours') return undefined;
    if (Date.now() - startedAt > 3000 && !isReported) {
      progress('PostgreSQL is recovering what was written last');
      isReported = true;
    }
    await delay(10);
  }
  return exitReason === undefined ? 'it runs and does not answer' : readStartupError(startLog) || exitReason;
}

function toServerArguments(folder: DatabaseFolder, settings: PostgresSettings): string[] {
  // A list of folders, so one with blanks or commas in its name must stand in quotes.
  const socketFolder = `"${folder.socket.replaceAll('"', '""')}"`;
  const all = { ...DEFAULT_SETTINGS, unix_socket_directories: socketFolder, ...settings };
  return ['-D', folder.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function readStartupError(startLog: string): string {
  const lines = readFileSync(startLog, 'utf8').trim().split('\n');
  const worst = lines.filter((line) => /\b(FATAL|PANIC|HINT|DETAIL)\b/.test(line));
  return (worst.length > 0 ? worst : lines).slice(-6).join('\n');
}
