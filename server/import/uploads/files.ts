import { copyFile, link, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

// Left free for the database, which may be on the same disk.
const RESERVED_BYTES = 500 * 1024 ** 2;

/** The paths of what is kept in the folder `DATA_DIR/imports`. Their names are made of keys and ids, never of what was typed. */
export const toDataPath = (folder: string, key: string) => join(folder, `${key}.data`);
export const toDryRunReportPath = (folder: string, key: string) => join(folder, `${key}.dry-run.csv`);
export const toUploadReportPath = (folder: string, key: string) => join(folder, `${key}.report.csv`);
export const toImportReportPath = (folder: string, importId: number) => join(folder, `import-${importId}.report.csv`);

/** Creates the folder, for the user of the process only. */
export const createImportFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

/** The bytes that a file may take on the disk of the folder, which must exist. */
export async function getFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.max(0, bavail * bsize - RESERVED_BYTES);
}

/** Keeps the report of an import for downloads from the administrator's page. */
export async function keepReport(folder: string, importId: number, path: string): Promise<void> {
  await createImportFolder(folder);
  const kept = toImportReportPath(folder, importId);
  await rm(kept, { force: true });
  // Both names are one file where the disk allows it.
  await link(path, kept).catch(() => copyFile(path, kept));
}

/** The ids of the imports whose report is kept. */
export async function listKeptReports(folder: string): Promise<Set<number>> {
  const names = await readdir(folder).catch(() => []);
  return new Set(names.flatMap((name) => Number(/^import-(\d+)\.report\.csv$/.exec(name)?.[1] ?? Number.NaN) || []));
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
