import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { listBackups, type Manifest, manifestName, picturesPart, readManifest, tablePart } from './manifest.ts';
import { readList } from './pictures.ts';
import type { BackupStore } from './store.ts';

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
  return {
    name: `backup-${manifest.createdAt.slice(0, 16).replaceAll(':', '-')}.tar`,
    content: Readable.from(packBackup(store, { id, manifest, pictures })),
  };
}

function packBackup(
  store: BackupStore,
  { id, manifest, pictures }: { id: string; manifest: Manifest; pictures: Iterable<string> },
) {
  const archive = pack();
  const header = { mtime: new Date(manifest.createdAt), mode: 0o600 };
  // As fast as it is read, so that memory holds a part of one file.
  const addContent = (content: Readable, name: string, size: number) =>
    pipeline(content, archive.entry({ ...header, name, size }));
  const add = async (name: string, size: number) => addContent(await store.read(name), name, size);
  const addWhole = async (name: string) => {
    const content = await buffer(await store.read(name));
    await addContent(Readable.from([content]), name, content.length);
  };
  async function addFiles(): Promise<void> {
    for (const { name, part } of manifest.tables) await add(tablePart(id, name), part.bytes);
    if (manifest.pictures) await add(picturesPart(id), manifest.pictures.part.bytes);
    for (const name of pictures) await addWhole(name);
    // Without it the backup does not count, as where it is made.
    await addWhole(manifestName(id));
    archive.finalize();
  }
  addFiles().catch((error) => archive.destroy(error));
  return archive;
}
