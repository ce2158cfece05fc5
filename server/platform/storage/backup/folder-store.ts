import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { writeDurably } from '#server/platform/storage/write-file.ts';
import type { BackupStore } from './store.ts';

/** Backups in a folder, which only the user of the process may read. */
export function openFolderStore(folder: string): BackupStore {
  return {
    description: folder,
    prepare: () =>
      explain(folder, async () => {
        await probeFolder(folder);
        await mkdir(folder, { recursive: true, mode: 0o700 });
      }),
    probe: () => explain(folder, () => probeFolder(folder)),
    write: (name, content) => explain(folder, () => writeDurably(join(folder, name), content)),
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
 * Refuses a folder that cannot be made or written to. In the nearest folder that exists a file is made, because Node's `recursive` never ends where
 * the system lets nothing be made but says that the folder above is missing, as in /proc (seen with Node 24).
 */
async function probeFolder(folder: string): Promise<void> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  await rmdir(await mkdtemp(join(existing, '.backup-')));
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const REFUSED = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EIO', 'ENAMETOOLONG', 'ENOENT'];

/** Makes what the file system says a message with the folder and advice. */
async function explain(folder: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (FULL.includes(code))
      throw new StartupError(`The disk of ${folder} is full (${code}). Free space there, or choose another folder.`);
    if (REFUSED.includes(code))
      throw new StartupError(
        `Backups cannot be written to ${folder} (${code}). Choose another folder, or give it to the user of the program.`,
      );
    throw error;
  }
}
