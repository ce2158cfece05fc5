import { type Kysely, sql } from 'kysely';
import { isBackupRunning } from '#server/platform/db/backup-lock.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { detachFiles } from './detach-files.ts';

const BATCH = 100;

/**
 * Removes the files recorded in `stale_files`, and pictures that no listing has shown for a week after their upload. May run
 * in several processes at once, and be interrupted at any point. While a backup runs, it removes no files.
 * See docs/decisions/0024-files-of-pictures.md.
 * @throws {Unavailable} when the files cannot be removed now: they stay recorded
 */
export async function deleteOrphanedFiles(db: Kysely<DB>, storage: Storage): Promise<void> {
  await db
    .transaction()
    .execute((trx) => detachFiles(trx, 'photos', sql`listing_id is null and created_at < now() - interval '7 days'`));
  while ((await deleteBatch(db, storage)) === BATCH);
}

/**
 * No transaction is open while files are removed, which takes as long as the bucket takes. Another process may remove the same ones.
 * @returns the number of removed files
 */
async function deleteBatch(db: Kysely<DB>, storage: Storage): Promise<number> {
  const due = await db
    .selectFrom('stale_files')
    .select('name')
    .where('due_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`not ${isBackupRunning}`)
    .orderBy('due_at')
    .limit(BATCH)
    .execute();
  const names = due.map(({ name }) => name);
  if (names.length === 0) return 0;
  await storage.remove(names);
  await db.deleteFrom('stale_files').where('name', 'in', names).execute();
  return names.length;
}
