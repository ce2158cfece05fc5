import { type Manifest, readManifest, tablePart } from './manifest.ts';
import { verifyPart } from './parts.ts';
import { checkPictures, readList } from './pictures.ts';
import type { BackupStore } from './store.ts';

/**
 * Reads every file of a backup and compares its checksum, without its key.
 * @throws {DamagedBackup} at the first that is missing or damaged
 */
export async function verifyBackup(store: BackupStore, id: string): Promise<Manifest> {
  const manifest = await readManifest(store, id);
  for (const { name, part } of manifest.tables) await verifyPart(store, tablePart(id, name), part);
  await checkPictures(await readList(store, id, manifest), store);
  return manifest;
}
