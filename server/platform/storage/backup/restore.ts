import type pg from 'pg';
import { toMigrations } from '#server/platform/db/adopt.ts';
import { connectSession, isEmpty, loadDump } from '#server/platform/db/dump/load.ts';
import { dropAll } from '#server/platform/db/dump/schema-parts.ts';
import { listMigrations } from '#server/platform/db/sql-files.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { markRestored } from '#server/platform/settings/restored.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { type Manifest, readManifest, tablePart } from './manifest.ts';
import { checkPart, readPart } from './parts.ts';
import { checkPictures, readList, restorePictures } from './pictures.ts';
import type { BackupStore } from './store.ts';

export interface RestoreOptions {
  connection: pg.ClientConfig;
  store: BackupStore;
  id: string;
  /** Where the pictures go; null: they are left out. */
  storage: Storage | null;
  /** The key that decrypts. */
  identity: string | null;
  /** Asked when the database is not empty, with its name; everything in it is deleted if that resolves to true. Null: it is not to be replaced. */
  confirmReplacement: ((database: string) => Promise<boolean>) | null;
  /** Whether the copy sends emails and takes payments at once. */
  isLive: boolean;
  progress: (line: string) => void;
}

/**
 * Restores a backup into a database. All of it is read and checked before anything is changed.
 * @throws {DamagedBackup} when a part is missing or damaged
 * @throws {StartupError} when it is of a newer release, needs another key, or the database is in use or not to be replaced
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { connection, store, id, progress } = options;
  const { manifest, identity } = await readUsable(options);
  await requireUnused(connection);
  const isReplaced = await requireReplaceable(options);
  progress(`Checking backup ${id}`);
  await checkBackup(options, manifest, identity);
  if (isReplaced) await empty(connection);
  await loadDump(connection, manifest, {
    read: async (table, into) => {
      const expected = manifest.tables.find(({ name }) => name === table)?.part;
      if (!expected) throw new StartupError(`There is no table ${table} in the backup.`);
      await readPart(store, tablePart(id, table), { expected, identity, into });
    },
    progress,
    finish: async (client) => {
      if (!options.isLive) await markRestored(client, id);
    },
  });
  if (options.storage && manifest.pictures) {
    progress(`Copying ${manifest.pictures.count.toLocaleString('en-US')} files of pictures`);
    await restorePictures(await readList(store, id, manifest), { storage: options.storage, store, identity });
  }
  return manifest;
}

/**
 * What a backup consists of, and the key that it needs.
 * @throws {DamagedBackup} when there is no such backup, or its manifest is damaged
 * @throws {StartupError} when it is of a newer release or of one before the last with former migrations, or needs a key
 */
export async function readUsable({
  store,
  id,
  identity,
}: Pick<RestoreOptions, 'store' | 'id' | 'identity'>): Promise<{ manifest: Manifest; identity: string | null }> {
  const manifest = await readManifest(store, id);
  refuseOtherRelease(manifest);
  return { manifest, identity: toIdentity(manifest, identity) };
}

function toIdentity({ recipient }: Manifest, identity: string | null): string | null {
  if (recipient === null) return null;
  if (identity === null)
    throw new StartupError(`The backup is encrypted for ${recipient}: set BACKUP_IDENTITY to its key.`);
  return identity;
}

function refuseOtherRelease({ migrations }: Manifest) {
  const known = listMigrations().map(({ name }) => name);
  const unknown = toMigrations(migrations).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new StartupError(
      `The backup is of a newer release (it has ${unknown.join(', ')}). Restore it with that one.`,
    );
}

/** Rows that a running site writes would be lost, and its caches be wrong. */
export async function requireUnused(connection: pg.ClientConfig): Promise<void> {
  const client = await connectSession(connection);
  try {
    const { rows } = await client.query<{ sessions: number }>(`
      select count(*)::int as sessions from pg_stat_activity
      where datname = current_database() and application_name = 'socal-local'`);
    if (rows[0]?.sessions) throw new StartupError('The site is running on this database. Stop it first.');
  } finally {
    // The connection may be lost already.
    await client.end().catch(() => {});
  }
}

async function checkBackup({ store, id, storage }: RestoreOptions, manifest: Manifest, identity: string | null) {
  for (const { name, part } of manifest.tables)
    await checkPart(store, tablePart(id, name), { expected: part, identity });
  if (storage && manifest.pictures) await checkPictures(await readList(store, id, manifest), store);
}

/**
 * Asked before all of the backup is read, which can take long.
 * @returns whether there is something to delete
 */
async function requireReplaceable({ connection, confirmReplacement }: RestoreOptions): Promise<boolean> {
  const client = await connectSession(connection);
  try {
    const { database = '' } = client;
    if (await isEmpty(client)) return false;
    if (await confirmReplacement?.(database)) return true;
    if (confirmReplacement) throw new StartupError('Its name was not typed. Nothing has been changed.');
    throw new StartupError(
      `The database ${database} is not empty. Nothing has been changed. Choose an empty one, or replace it with --replace.`,
    );
  } finally {
    // The connection may be lost already.
    await client.end().catch(() => {});
  }
}

async function empty(connection: pg.ClientConfig) {
  const client = await connectSession(connection);
  try {
    await dropAll(client);
  } finally {
    // The connection may be lost already.
    await client.end().catch(() => {});
  }
}
