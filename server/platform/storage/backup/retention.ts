import { listBackups, readManifest, toPrefix } from './manifest.ts';
import { findUnusedPictures, readList } from './pictures.ts';
import type { BackupStore } from './store.ts';

/**
 * Deletes all backups but the newest, those that were not completed, and the pictures that none of the others has. No other
 * backup may run.
 * @returns the names of the deleted backups
 */
export async function deleteOldBackups(store: BackupStore, keep: number): Promise<string[]> {
  const complete = await listBackups(store);
  const kept = complete.slice(-keep);
  const stored = await store.list('snapshots/');
  const surplus = stored.filter((name) => !kept.some((id) => name.startsWith(toPrefix(id))));
  if (surplus.length === 0) return [];
  // A manifest first: from then on the backup does not count.
  const isManifest = (name: string) => name.endsWith('/manifest.json');
  await store.remove(surplus.filter(isManifest));
  await store.remove(surplus.filter((name) => !isManifest(name)));
  const used = new Set<string>();
  for (const id of kept) for (const line of await readList(store, id, await readManifest(store, id))) used.add(line);
  await store.remove(await findUnusedPictures(store, used));
  return complete.slice(0, -keep);
}
