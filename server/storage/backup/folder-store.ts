import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../../db/startup-error.ts';
import { syncFolder } from '../sync-folder.ts';
import type { BackupStore } from './store.ts';

/** Backups in a folder, which only the user of the process may read. */
export function openFolderStore(folder: string): BackupStore {
  return {
    description: folder,
    async prepare() {
      const probe = join(folder, `${randomUUID()}.unfinished`);
      try {
        await makeFolder(folder);
        await (await open(probe, 'wx', 0o600)).close();
        await rm(probe);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        throw new StartupError(
          `Backups cannot be written to ${folder} (${code ?? message}). Choose another folder, or give it to the user of the program.`,
        );
      }
    },
    async write(name, content) {
      const path = join(folder, name);
      const unfinished = `${path}.unfinished`;
      await makeFolder(dirname(path));
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    },
    async read(name) {
      const file = await open(join(folder, name));
      return createReadStream('', { fd: file });
    },
    async list(prefix) {
      const entries = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch((error) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    },
    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true });
      const folders = new Set(names.map((name) => dirname(name)));
      // The deepest first. Those with other files stay.
      for (const emptied of [...folders].sort((a, b) => b.length - a.length)) {
        await rmdir(join(folder, emptied)).catch(() => {});
        await rmdir(join(folder, dirname(emptied))).catch(() => {});
      }
    },
    close: async () => {},
  };
}

/** Makes a folder and those above it. Node's `recursive` never ends where the system says of a folder that exists that it does not, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
  await syncFolder(dirname(path));
}
