import type pg from 'pg';
import { lockBackups } from '#server/platform/db/backup-lock.ts';
import { dumpTables } from '#server/platform/db/dump/dump.ts';
import { connectSession, isEmpty } from '#server/platform/db/dump/load.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { createBackupId, type Manifest, tablePart, writeManifest } from './manifest.ts';
import { type StoredPart, writePart } from './parts.ts';
import { listPictureNames, storePictures, writeList } from './pictures.ts';
import { deleteOldBackups } from './retention.ts';
import type { BackupStore } from './store.ts';

export interface BackupOptions {
  /** To the server itself, not through a pool of transactions. */
  connection: pg.ClientConfig;
  store: BackupStore;
  /** Where the pictures are; null: only the database is backed up. */
  storage: Storage | null;
  /** For whose key it is encrypted; null: not at all. */
  recipient: string | null;
  /** How many of the newest backups stay; null: all. */
  keep: number | null;
  progress: (line: string) => void;
}

/** A backup that was made. */
export interface MadeBackup {
  id: string;
  manifest: Manifest;
  /** Names of pictures whose files were missing already. */
  missingPictures: string[];
  /** The names of backups that were deleted. */
  deleted: string[];
}

/**
 * Backs up the database as it is at one moment, and the pictures that it has then, while the site runs. Pictures that are deleted
 * meanwhile are deleted from the disk after the backup.
 * See docs/decisions/0092-backups-are-our-own.md.
 * @throws {StartupError} when nothing can be written to the store, the database is empty, or another backup runs
 */
export async function makeBackup({
  connection,
  store,
  storage,
  recipient,
  keep,
  progress,
}: BackupOptions): Promise<MadeBackup> {
  await store.prepare();
  const client = await connectSession(connection);
  try {
    if (await isEmpty(client))
      throw new StartupError('The database is empty: there is no site to back up. Check DATA_DIR, or DATABASE_URL.');
    if (!(await lockBackups(client))) throw new StartupError('Another backup of this database is running.');
    const createdAt = new Date();
    const id = createBackupId(createdAt);
    await client.query('begin isolation level repeatable read, read only');
    const parts = new Map<string, StoredPart>();
    const { tables, ...dump } = await dumpTables(
      client,
      async (table, content) =>
        void parts.set(table, await writePart(store, tablePart(id, table), { content, recipient })),
      progress,
    );
    const names = storage ? await listPictureNames(client) : [];
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    await client.query('commit');
    const { lines, missing } = storage
      ? await storePictures(names, { storage, store, recipient })
      : { lines: [], missing: [] };
    if (storage) progress(`${lines.length.toLocaleString('en-US')} files of pictures`);
    const manifest: Manifest = {
      ...dump,
      createdAt: createdAt.toISOString(),
      postgres: rows[0]?.server_version ?? '',
      recipient,
      tables: tables.map((table) => ({ ...table, part: parts.get(table.name) as StoredPart })),
      pictures: storage ? { count: lines.length, part: await writeList(store, id, lines) } : null,
    };
    await writeManifest(store, id, manifest);
    const deleted = keep === null ? [] : await deleteOldBackups(store, keep);
    return { id, manifest, missingPictures: missing, deleted };
  } finally {
    // The connection may be lost already.
    await client.end().catch(() => {});
  }
}
