import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import type { Env } from '#server/platform/env/env.ts';
import { isProduction } from '#server/platform/env/unsafe-settings.ts';
import { type BackupFailure, failureQuery, lastBackupQuery } from '#server/platform/storage/backup/last-backup.ts';
import {
  listBackups,
  type Manifest,
  readManifest,
  tablePart,
  toPrefix,
} from '#server/platform/storage/backup/manifest.ts';
import { PICTURES_FOLDER, readList } from '#server/platform/storage/backup/pictures.ts';
import { openPlace } from '#server/platform/storage/backup/place.ts';
import type { BackupStore } from '#server/platform/storage/backup/store.ts';
import { createFindings } from './finding.ts';

const { ok, warning, error } = createFindings(() => t('Backups'));

type BackupEnv = Parameters<typeof openPlace>[0] & Pick<Env, 'BACKUP_EVERY' | 'BACKUP_IDENTITY' | 'ORIGIN'>;

/** When the last backup was made in `BACKUP_TO`, or without it anywhere, and what failed since: both are in the database. */
export async function checkRecordedBackups(client: pg.Client, env: BackupEnv): Promise<Finding[]> {
  const { rows } = await client.query<BackupFailure>(failureQuery(env.BACKUP_TO ?? null)).catch(() => ({ rows: [] }));
  const failures = rows.map(({ at, cause }) => error(t('The backup of {time} failed: {cause}', { time: at, cause })));
  return [await checkAge(client, env), ...failures];
}

/** Before the first start there is nothing to back up, but in production there is to be a place. */
export const checkFirstPlace = (env: BackupEnv): Finding[] =>
  env.BACKUP_TO === undefined && isProduction(env) ? [warnOfNone()] : [];

const warnOfNone = () =>
  warning(
    t(
      'No backup yet. They are made each day once a place for them outside this server is set up (BACKUP_TO in the settings of the server). Or press ‘Back up now’ under Health at /admin.',
    ),
  );

async function checkAge(client: pg.Client, { BACKUP_TO, BACKUP_EVERY }: BackupEnv): Promise<Finding> {
  const { rows } = await client
    .query<{ at: Date | null }>(lastBackupQuery(BACKUP_TO ?? null))
    // Before the first migration.
    .catch(() => ({ rows: [] }));
  const last = rows[0]?.at ?? undefined;
  const hours = last && (Date.now() - last.getTime()) / 3_600_000;
  if (hours === undefined && BACKUP_TO === undefined) return warnOfNone();
  if (hours === undefined) return warning(t('No backup yet. The site makes the first one within an hour.'));
  const age = Math.max(0, Math.round(hours));
  if (hours <= 2 * BACKUP_EVERY)
    return ok(
      t('The last one was made {hours, plural, =0 {less than an hour} one {# hour} other {# hours}} ago.', {
        hours: age,
      }),
    );
  return error(
    BACKUP_TO === undefined
      ? t(
          'The last one was made {hours, plural, =0 {less than an hour} one {# hour} other {# hours}} ago. They are made each day once a place for them outside this server is set up (BACKUP_TO in the settings of the server), or npm run backup by a timer.',
          { hours: age },
        )
      : t(
          'The last one was made {hours, plural, =0 {less than an hour} one {# hour} other {# hours}} ago. The log says why: a backup was not made.',
          { hours: age },
        ),
  );
}

/** Whether the newest backup in `BACKUP_TO`, or in `DATA_DIR/backups`, can be read and lacks no file. */
export async function checkNewestBackup(env: BackupEnv): Promise<Finding[]> {
  return [...checkIdentity(env), ...(await checkPlace(env))];
}

function checkIdentity({ BACKUP_IDENTITY }: BackupEnv): Finding[] {
  if (BACKUP_IDENTITY === undefined) return [];
  return [
    warning(
      t('BACKUP_IDENTITY is set where the site runs, so whoever takes over the server can read the backups. Unset it.'),
    ),
  ];
}

async function checkPlace(env: BackupEnv): Promise<Finding[]> {
  if (env.BACKUP_TO === undefined && !existsSync(join(env.DATA_DIR, 'backups'))) return [];
  let store: BackupStore | undefined;
  try {
    store = openPlace(env);
    const { description: place } = store;
    await store.probe();
    const id = (await listBackups(store)).at(-1);
    if (id === undefined) return [warning(t('No backup in {place} yet.', { place }))];
    const { length: count } = await findMissing(store, id, await readManifest(store, id));
    if (count > 0)
      return [
        error(
          t('{id} in {place} is not complete. Missing files: {count}. Make another one: npm run backup', {
            id,
            place,
            count,
          }),
        ),
      ];
    return [
      ok(t('{id} in {place} has all its files. Checksums are compared by: npm run backup -- --verify', { id, place })),
    ];
  } catch (fault) {
    const { code, message } = fault as NodeJS.ErrnoException;
    const place = store?.description ?? 'BACKUP_TO';
    return [
      error(
        t('{place} cannot be read ({fault}). Correct BACKUP_TO, or its rights or keys.', {
          place,
          fault: message || String(code),
        }),
      ),
    ];
  } finally {
    await store?.close();
  }
}

async function findMissing(store: BackupStore, id: string, manifest: Manifest): Promise<string[]> {
  const stored = new Set([...(await store.list(toPrefix(id))), ...(await store.list(PICTURES_FOLDER))]);
  const tables = manifest.tables.map(({ name }) => tablePart(id, name));
  return [...tables, ...(await readList(store, id, manifest))].filter((name) => !stored.has(name));
}
