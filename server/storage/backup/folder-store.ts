import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../../db/startup-error.ts';
import { writeDurably } from '../write-file.ts';
import type { BackupStore } from './store.ts';

/** Backups in a folder, which only the user of the process may read. */
export function openFolderStore(folder: string): BackupStore {
  return {
    description: folder,
    async prepare() {
      try {
        await makeFolder(folder);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        throw new StartupError(
          `Backups cannot be written to ${folder} (${code ?? message}). Choose another folder, or give it to the user of the program.`,
        );
      }
    },
    write: (name, content) => writeDurably(join(folder, name), content),
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

/**
 * Refuses a folder that cannot be made. In the nearest folder that exists a file is made first, because Node's `recursive` never ends where the
 * system lets nothing be made but says that the folder above is missing, as in /proc (seen with Node 24).
 */
async function makeFolder(folder: string): Promise<void> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  await rmdir(await mkdtemp(join(existing, '.backup-')));
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
