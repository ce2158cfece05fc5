import { open } from 'node:fs/promises';

/** Flushes a folder's entries to disk, so that new file names survive a power failure. */
export async function syncFolder(path: string) {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
