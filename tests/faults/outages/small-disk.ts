import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own. */
export interface SmallDisk {
  folder: string;
  /** Leaves nothing free. */
  fill(): void;
  /** Removes what filled it. */
  free(): void;
  setReadOnly(isReadOnly: boolean): void;
  unmount(): void;
}

/** Whether this process may mount file systems. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Mounts a file system in memory of so many megabytes on a new folder. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'socal-local-disk-'));
  const mount = (options: string, ...args: string[]) => execFileSync('mount', ['-o', options, ...args]);
  mount(`size=${megabytes}m,mode=755`, '-t', 'tmpfs', 'tmpfs', folder);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      try {
        // What others write at the same time needs room too.
        writeFileSync(filler, Buffer.alloc(bavail * bsize));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) => void mount(`remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    unmount() {
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
