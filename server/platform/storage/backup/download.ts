import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listBackups, manifestName, picturesPart, readManifest, tablePart } from './manifest.ts';
import { readList } from './pictures.ts';
import type { BackupStore } from './store.ts';
import { type TarEntry, writeTar } from './tar.ts';

/** A backup as one file. */
export interface BackupFile {
  name: string;
  content: Readable;
}

/**
 * The newest complete backup of a place as a tar archive, with all of its files as they are stored: unpacked, it is a place from which
 * `npm run restore` restores. Null if there is none.
 */
export async function readNewestBackup(store: BackupStore): Promise<BackupFile | null> {
  const id = (await listBackups(store)).at(-1);
  if (id === undefined) return null;
  const manifest = await readManifest(store, id);
  const pictures = await readList(store, id, manifest);
  const createdAt = new Date(manifest.createdAt);

  async function* listFiles(): AsyncGenerator<TarEntry> {
    for (const { name, part } of manifest.tables) yield open(tablePart(id as string, name), part.bytes);
    if (manifest.pictures) yield open(picturesPart(id as string), manifest.pictures.part.bytes);
    for (const name of pictures) yield readWhole(name);
    // Without it the backup does not count, as where it is made.
    yield readWhole(manifestName(id as string));
  }
  const open = async (name: string, bytes: number): Promise<TarEntry> => ({
    name,
    bytes,
    content: await store.read(name),
  });
  const readWhole = async (name: string): Promise<TarEntry> => {
    const content = await buffer(await store.read(name));
    return { name, bytes: content.length, content: Readable.from([content]) };
  };
  return {
    name: `backup-${manifest.createdAt.slice(0, 16).replaceAll(':', '-')}.tar`,
    content: Readable.from(writeTar(listFiles(), createdAt)),
  };
}
