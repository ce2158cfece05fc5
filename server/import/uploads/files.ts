import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { t } from '#contract/i18n/t.ts';
import { ImportError } from '#server/source-files/rows.ts';

// Left free for the database, which may be on the same disk.
const RESERVED_BYTES = 500 * 1024 ** 2;

/** The paths of what is kept in the folder `DATA_DIR/imports`. Their names have keys of 128 random bits, and nothing that was typed. */
export const toDataPath = (folder: string, key: string) => join(folder, `${key}.data`);
export const toDryRunReportPath = (folder: string, key: string) => join(folder, `${key}.dry-run.csv`);
export const toUploadReportPath = (folder: string, key: string) => join(folder, `${key}.report.csv`);

/** Creates the folder, for the user of the process only. */
export const createImportFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

/** The bytes that a file may take on the disk of the folder, which must exist. */
export async function getFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.max(0, bavail * bsize - RESERVED_BYTES);
}

/** @throws {ImportError} when so many bytes do not fit on the disk of the folder, which must exist */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  const free = await getFreeBytes(folder);
  if (free < bytes) throw new ImportError(describeMissingRoom(free, bytes));
}

/** Says that a file does not fit on the disk. */
export const describeMissingRoom = (free: number, size: number): string =>
  t('The server’s disk has room for {free, number} MB, and the file has {size, number} MB.', {
    free: toMegabytes(free),
    size: toMegabytes(size),
  });

const toMegabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);

export const createKey = () => randomBytes(16).toString('hex');

/** Keeps the report of an import for downloads from the administrator's page, in place of one that was kept before. */
export async function keepReport(folder: string, importId: number, path: string): Promise<void> {
  await createImportFolder(folder);
  const former = (await listKeptReports(folder)).get(importId);
  const kept = join(folder, `import-${importId}-${createKey()}.report.csv`);
  // Both names are one file where the disk allows it.
  await link(path, kept).catch(() => copyFile(path, kept));
  if (former) await rm(former, { force: true });
}

/** The paths of the reports that are kept, by the ids of their imports. */
export async function listKeptReports(folder: string): Promise<Map<number, string>> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    names.flatMap((name) => {
      // Reports of former releases have no key in their name.
      const [, id] = /^import-(\d+)(?:-[\da-f]{32})?\.report\.csv$/.exec(name) ?? [];
      return id ? [[Number(id), join(folder, name)]] : [];
    }),
  );
}

/** Removes the files of an upload, but not the report of its import. */
export async function removeUploadFiles(folder: string, key: string): Promise<void> {
  const paths = [toDataPath, toDryRunReportPath, toUploadReportPath].map((toPath) => toPath(folder, key));
  for (const path of paths) await rm(path, { force: true });
}

/** Removes the files that nobody has written for so long, except those of these keys. */
export async function removeOldFiles(folder: string, maxAgeMs: number, keys: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    const isInUse = keys.has(name.split('.')[0] ?? '');
    if (!isInUse && Date.now() - mtimeMs > maxAgeMs) await rm(path, { force: true });
  }
}
