import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, realpathSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '#server/platform/db/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { type DatabaseFolder, requireDiskSpace } from './folder.ts';
import { SUPERUSER } from './init.ts';
import { spawnOptions } from './owner.ts';
import { findRunningPid, killOrphanedBackends, removeStalePidFile } from './process.ts';

/** The connection to the embedded server. It sets every field, so that no PG… environment variable has an effect. */
export interface SocketConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: false;
}

/** PostgreSQL settings by name, which override {@link DEFAULT_SETTINGS}; null: PostgreSQL's own default. */
export type PostgresSettings = Record<string, string | null>;

// A sixteenth of the memory, as far as it helps: importing 1,200,000 listings takes less CPU time with 256 MB.
const memoryMb = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20;
const SHARED_BUFFERS = `${Math.round(Math.min(256, Math.max(64, memoryMb / 16)))}MB`;

// For a machine with 1 GB. fsync and synchronous_commit stay on, because committed data must survive a crash.
const DEFAULT_SETTINGS: PostgresSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  shared_buffers: SHARED_BUFFERS,
  // For eight processes, with 11 each.
  max_connections: '100',
  work_mem: '4MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '384MB',
  min_wal_size: '64MB',
  max_wal_size: '1GB',
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

/** For starting the server and for preparing the role of the program, never for its queries. */
export const toSuperuserConnection = (folder: DatabaseFolder, password: string): SocketConnection => ({
  host: folder.socket,
  port: 5432,
  user: SUPERUSER,
  password,
  database: 'postgres',
  ssl: false,
});

/**
 * Resolves when a server of this data folder accepts connections: a running one, else one that is started now.
 * @throws {StartupError} with PostgreSQL's own reason
 */
export async function ensureRunning(
  folder: DatabaseFolder,
  superuser: SocketConnection,
  binaries: () => Binaries,
  settings: PostgresSettings,
  progress: (line: string) => void,
) {
  let reason = '';
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (await waitUntilStable(folder, superuser, progress)) return;
    requireDiskSpace(folder.data, MIN_FREE_MB);
    await removeStalePidFile(folder);
    const failure = await startServer(folder, superuser, binaries().postgres, settings, progress);
    if (failure === undefined) return;
    reason = failure;
    if (reason.includes('shared memory block')) await killOrphanedBackends(folder);
    await delay(100 * attempt);
  }
  throw new StartupError(
    `The database in ${folder.data} does not start. PostgreSQL says:\n${reason}\nMore may stand in ${join(folder.path, 'log')}.`,
  );
}

/** Waits while a server of this data folder is starting or stopping. True when it is running, false when there is none. */
async function waitUntilStable(folder: DatabaseFolder, superuser: SocketConnection, progress: (line: string) => void) {
  const startedAt = Date.now();
  let isReported = false;
  for (;;) {
    const state = await probeServer(folder, superuser);
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

/** The state of the socket: the server of this data folder, a server that is not ready, or no server of this folder. */
async function probeServer(
  folder: DatabaseFolder,
  superuser: SocketConnection,
): Promise<'ours' | 'unready' | 'nobody'> {
  const client = new pg.Client({ ...superuser, connectionTimeoutMillis: 5000, query_timeout: 5000 });
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

/** Starts the server. Returns the reason when it does not start, or undefined when it accepts connections. */
async function startServer(
  folder: DatabaseFolder,
  superuser: SocketConnection,
  postgres: string,
  settings: PostgresSettings,
  progress: (line: string) => void,
): Promise<string | undefined> {
  const startLog = join(folder.path, 'start.log');
  // The owner of the folder has fewer rights than root: never follow a link that they may have placed here.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  const log = openSync(startLog, flags, 0o600);
  let exitReason: string | undefined;
  try {
    const server = spawn(postgres, toServerArguments(folder, settings), {
      ...spawnOptions(folder.owner, folder.data),
      // In its own process group, because Ctrl-C in the terminal must reach only this program, which stops the server.
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
    if ((await probeServer(folder, superuser)) === 'ours') return undefined;
    if (Date.now() - startedAt > 3000 && !isReported) {
      progress('PostgreSQL is recovering what was written last');
      isReported = true;
    }
    await delay(10);
  }
  return exitReason === undefined ? 'it runs and does not answer' : readStartupError(startLog) || exitReason;
}

function toServerArguments(folder: DatabaseFolder, settings: PostgresSettings): string[] {
  // The setting is a list, so a folder with blanks or commas in its name must be quoted.
  const socketFolder = `"${folder.socket.replaceAll('"', '""')}"`;
  const all = { ...DEFAULT_SETTINGS, unix_socket_directories: socketFolder, ...settings };
  return [
    '-D',
    folder.data,
    ...Object.entries(all).flatMap(([name, value]) => (value === null ? [] : ['-c', `${name}=${value}`])),
  ];
}

function readStartupError(startLog: string): string {
  const lines = readFileSync(startLog, 'utf8').trim().split('\n');
  const worst = lines.filter((line) => /\b(FATAL|PANIC|HINT|DETAIL)\b/.test(line));
  return (worst.length > 0 ? worst : lines).slice(-6).join('\n');
}
