import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from './storage.ts';

/** Files in a folder, which is made with the first. Only the user of the program may read them there. */
export function openFolder(folder: string): Storage {
  // Folders of many thousands of files make backups slow.
  const shelfOf = (name: string) => join(folder, name.slice(0, 2));
  const unfinishedOf = (name: string) => join(shelfOf(name), `.${name}`);
  const pathOf = (name: string) => join(shelfOf(name), name);

  return {
    async put(name, bytes) {
      await mkdir(shelfOf(name), { recursive: true, mode: 0o700 });
      await writeDown(unfinishedOf(name), bytes);
      await rename(unfinishedOf(name), pathOf(name));
      await settle(shelfOf(name));
    },
    async get(name) {
      return readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async remove(names) {
      // A file may have been left unfinished by a process that died.
      for (const path of names.flatMap((name) => [pathOf(name), unfinishedOf(name)])) await rm(path, { force: true });
    },
    close: async () => {},
  };
}

async function writeDown(path: string, bytes: Buffer) {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the names in a folder survive a loss of power too. */
async function settle(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
