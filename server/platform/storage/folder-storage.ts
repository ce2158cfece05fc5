import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from './storage.ts';
import { toUnfinishedPath, writeDurably } from './write-file.ts';

/** Files in a folder, which is created with the first file. Only the user of the process may read them. */
export function openFolderStorage(folder: string): Storage {
  // In subfolders, because backups of a folder with many thousands of files are slow.
  const toPath = (name: string) => join(folder, name.slice(0, 2), name);

  return {
    put: (name, bytes) => writeDurably(toPath(name), bytes),
    async get(name) {
      return readFile(toPath(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async remove(names) {
      // A process that died can have left an incomplete file.
      for (const path of names.map(toPath).flatMap((path) => [path, toUnfinishedPath(path)]))
        await rm(path, { force: true });
    },
    close: async () => {},
  };
}
