import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from './storage.ts';
import { syncFolder } from './sync-folder.ts';

/** Files in a folder, which is created with the first file. Only the user of the process may read them. */
export function openFolderStorage(folder: string): Storage {
  // Subfolders, because backups of a folder with many thousands of files are slow.
  const toShardFolder = (name: string) => join(folder, name.slice(0, 2));
  const toTemporaryPath = (name: string) => join(toShardFolder(name), `.${name}`);
  const toPath = (name: string) => join(toShardFolder(name), name);

  return {
    async put(name, bytes) {
      await mkdir(toShardFolder(name), { recursive: true, mode: 0o700 });
      await writeAndSync(toTemporaryPath(name), bytes);
      await rename(toTemporaryPath(name), toPath(name));
      await syncFolder(toShardFolder(name));
    },
    async get(name) {
      return readFile(toPath(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async remove(names) {
      // A process that died can have left an incomplete file.
      for (const path of names.flatMap((name) => [toPath(name), toTemporaryPath(name)]))
        await rm(path, { force: true });
    },
    close: async () => {},
  };
}

async function writeAndSync(path: string, bytes: Buffer) {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
