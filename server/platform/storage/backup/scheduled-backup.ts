import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { BackupState } from '#contract/admin/upkeep.ts';
import { t } from '#contract/i18n/t.ts';
import { isBackupRunning } from '#server/platform/db/backup-lock.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { describeLocation, locateBackups } from '#server/platform/env/backup-location.ts';
import type { Env } from '#server/platform/env/env.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { type BackupFile, readNewestBackup } from './download.ts';
import { readFailure, readLastBackup, recordFailure } from './last-backup.ts';
import { openPlace } from './place.ts';

/** Makes the backups that are due. */
export interface ScheduledBackup {
  /** To be called at the start: warns of a place that cannot be written to, and logs when the next backup is due. */
  announce(): Promise<void>;
  /** To be called once an hour. Does not wait for the backup. */
  startIfDue(): Promise<void>;
  /**
   * Starts one now, in `BACKUP_TO`, or without it in `DATA_DIR/backups`. Does not wait for it.
   * @throws {Conflict} when one is being made by any process
   */
  startNow(): Promise<void>;
  /**
   * The newest one of that place as one file, which is read from there as it is sent.
   * @throws {NotFound} when there is none, or it is on another machine
   */
  download(): Promise<BackupFile>;
  /** When the last complete one began, what failed since, and whether one is being made by any process. */
  getState(): Promise<BackupState>;
  /** Stops the one that runs; it does not count then. */
  close(): void;
}

const COMMAND = join(import.meta.dirname, 'backup.command.ts');
const HOUR_MS = 3_600_000;
const MAX_HEAP_MB = 256;
const MAX_OUTPUT = 2000;
const MAX_CAUSE = 500;
// The child process inherits no other variable.
const VARIABLES = [
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_TO',
  'BACKUP_KEEP',
  'BACKUP_RECIPIENT',
  'BACKUP_ACCESS_KEY_ID',
  'BACKUP_SECRET_ACCESS_KEY',
] as const;

/** Each backup is a process of its own, so that requests do not wait for what it compresses. */
export function createScheduledBackup(
  env: Pick<Env, 'BACKUP_EVERY' | (typeof VARIABLES)[number]>,
  { db, log, command = COMMAND }: { db: Kysely<DB>; log: FastifyBaseLogger; command?: string },
): ScheduledBackup {
  const isAutomatic = env.BACKUP_TO !== undefined;
  const place = env.BACKUP_TO ?? describeLocation(locateBackups(join(env.DATA_DIR, 'backups')));
  let running: ChildProcess | undefined;
  let isClosed = false;

  function start() {
    const startedAt = Date.now();
    const settings = { ...env, BACKUP_TO: place };
    const variables = VARIABLES.flatMap((name) =>
      settings[name] === undefined ? [] : [[name, String(settings[name])]],
    );
    // Node's own, for a bucket with a certificate of a private authority.
    const { NODE_EXTRA_CA_CERTS } = process.env;
    const child = spawn(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, command], {
      env: { PATH: '/usr/bin:/bin', NODE_EXTRA_CA_CERTS, ...Object.fromEntries(variables) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running = child;
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-MAX_OUTPUT);
    });
    child.once('error', (err) => log.error({ err }, 'a backup was not made'));
    child.once('close', (code, signal) => {
      running = undefined;
      if (code === 0)
        log.info(`a backup was made${isAutomatic ? `; the next one is due at ${toNext(startedAt)}` : ''}`);
      else {
        log.error({ code, signal, output }, 'a backup was not made');
        if (!isClosed) void keepFailure(describeEnd({ code, signal, output }));
      }
    });
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The process has ended already.
    }
  }

  const toNext = (last: number) => new Date(last + env.BACKUP_EVERY * HOUR_MS).toISOString();

  const keepFailure = (cause: string) =>
    recordFailure(db, place, { at: new Date().toISOString(), cause }).catch((err) =>
      log.error({ err }, 'the failure of a backup was not recorded'),
    );

  const isAnyRunning = async () => {
    const { rows } = await sql<{ isRunning: boolean }>`select ${isBackupRunning} as "isRunning"`.execute(db);
    return running !== undefined || rows[0]?.isRunning === true;
  };

  return {
    async announce() {
      if (!isAutomatic) return;
      await probe(env).catch((error) => log.warn(`BACKUP_TO: ${error.message || error.code}`));
      const last = await readLastBackup(db, place).catch(() => undefined);
      if (last === undefined) return;
      const isDue = last === null || Date.parse(toNext(last.getTime())) < Date.now();
      log.info(
        `the next backup to ${place} is due ${isDue ? 'now: it is made within an hour' : `at ${toNext(last.getTime())}`}`,
      );
    },
    async startNow() {
      if (await isAnyRunning()) throw new Conflict(t('A backup is being made already.'));
      start();
    },
    async download() {
      const store = openPlace(env);
      const file = await readNewestBackup(store).catch((err) => {
        log.error({ err }, 'the newest backup cannot be read');
        return null;
      });
      if (!file) {
        await store.close();
        throw new NotFound(t('There’s no backup to download. Make one first.'));
      }
      file.content.once('close', () => void store.close());
      return file;
    },
    async getState() {
      const [last, lastHere, failure, isRunning] = await Promise.all([
        readLastBackup(db, isAutomatic ? place : null),
        readLastBackup(db, place),
        readFailure(db, place),
        isAnyRunning(),
      ]);
      return {
        isAutomatic,
        isEncrypted: env.BACKUP_RECIPIENT !== undefined,
        lastAt: last?.toISOString() ?? null,
        downloadableAt: lastHere?.toISOString() ?? null,
        failure,
        isRunning,
      };
    },
    async startIfDue() {
      if (!isAutomatic || running) return;
      const last = await readLastBackup(db, place);
      const hours = last ? (Date.now() - last.getTime()) / HOUR_MS : Number.POSITIVE_INFINITY;
      if (last && hours > 2 * env.BACKUP_EVERY) log.warn({ last }, 'the last backup is too old');
      // The task does not run to the minute.
      if (hours < env.BACKUP_EVERY - 0.5) return;
      if (!(await isAnyRunning())) start();
    },
    close() {
      isClosed = true;
      running?.kill('SIGTERM');
    },
  };
}

async function probe(env: Parameters<typeof openPlace>[0]) {
  const store = openPlace(env);
  await store.probe().finally(() => store.close());
}

/** Why a process failed, in one line: what it printed last, without a stack. */
function describeEnd({ code, signal, output }: { code: number | null; signal: string | null; output: string }): string {
  if (signal) return `It was ended by ${signal}.`;
  const lines = output.split('\n').filter((line) => /^[^\s}]/.test(line));
  return (lines.at(-1) ?? `It ended with code ${code}.`).slice(0, MAX_CAUSE);
}
