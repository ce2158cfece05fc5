import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Where a file is before it is complete. */
export const toUnfinishedPath = (path: string) => join(dirname(path), `.${basename(path)}.unfinished`);

/**
 * Writes a file, and the folders that it needs, for the user of the process alone. Nothing has its name before it is complete; then it
 * would survive a power failure. A process that is killed can leave a file at `toUnfinishedPath`, which the next one for the same name replaces.
 */
export async function writeDurably(path: string, content: string | Buffer | AsyncIterable<Buffer>): Promise<void> {
  const folder = dirname(path);
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = toUnfinishedPath(path);
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(folder);
  // The names of folders that were made are in those above them.
  if (firstMade)
    for (let made = folder; made.startsWith(firstMade); made = dirname(made)) await syncFolder(dirname(made));
}

/** Flushes the names in a folder to the disk, for which Node has no function. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
