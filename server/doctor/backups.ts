import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Finding } from '#contract/admin/admin.ts';
import type { Env } from '../env.ts';
import { listBackups, type Manifest, readManifest, tablePart, toPrefix } from '../storage/backup/manifest.ts';
import { openPlace } from '../storage/backup/place.ts';
import type { BackupStore } from '../storage/backup/store.ts';
import { findingsOf } from './finding.ts';

const { ok, warning, error } = findingsOf('Backups');

type BackupEnv = Parameters<typeof openPlace>[0] & Pick<Env, 'BACKUP_EVERY'>;

const MEND = 'Set BACKUP_TO, or run npm run backup by a timer (docs/backup.md).';

/** When the last backup was made, which is in the database. */
export async function checkAgeOfBackup(client: pg.Client, { BACKUP_TO, BACKUP_EVERY }: BackupEnv): Promise<Finding> {
  const { rows } = await client
    .query<{ hours: number }>(
      `select (extract(epoch from now() - (value #>> '{}')::timestamptz) / 3600)::float8 as hours
      from settings where key = 'last-backup'`,
    )
    // Before the first migration.
    .catch(() => ({ rows: [] }));
  const hours = rows[0]?.hours;
  if (hours === undefined && BACKUP_TO === undefined) return warning(`None was made. ${MEND}`);
  if (hours === undefined) return warning('None was made yet. The site makes the first one within an hour.');
  const age = `The last one was made ${Math.max(0, Math.round(hours))} hours ago.`;
  if (hours <= 2 * BACKUP_EVERY) return ok(age);
  return error(`${age} ${BACKUP_TO === undefined ? MEND : 'The log says why: a backup was not made.'}`);
}

/** Whether the newest backup in `BACKUP_TO`, or in `DATA_DIR/backups`, can be read and lacks nothing of the database. */
export async function checkNewestBackup(env: BackupEnv): Promise<Finding[]> {
  if (env.BACKUP_TO === undefined && !existsSync(join(env.DATA_DIR, 'backups'))) return [];
  let store: BackupStore | undefined;
  try {
    store = openPlace(env);
    const id = (await listBackups(store)).at(-1);
    if (id === undefined) return [warning(`There is none in ${store.description}.`)];
    const missing = await findMissing(store, id, await readManifest(store, id));
    if (missing.length > 0)
      return [error(`${id} in ${store.description} lacks ${missing.length} files. Make another one: npm run backup`)];
    return [ok(`${id} in ${store.description} is complete.`)];
  } catch (fault) {
    const { code, message } = fault as NodeJS.ErrnoException;
    const where = store?.description ?? 'BACKUP_TO';
    return [error(`${where} cannot be read (${message || code}). Correct BACKUP_TO, or its rights or keys.`)];
  } finally {
    await store?.close();
  }
}

async function findMissing(store: BackupStore, id: string, { tables }: Manifest): Promise<string[]> {
  const names = new Set(await store.list(toPrefix(id)));
  return tables.map(({ name }) => tablePart(id, name)).filter((name) => !names.has(name));
}
