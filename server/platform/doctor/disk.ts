import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import { createFindings } from './finding.ts';

const { ok, warning, error } = createFindings(() => t('Disk'));

const GIGABYTE = 1e9;
const LEAST_BYTES = 0.5 * GIGABYTE;
const FEW_BYTES = 5 * GIGABYTE;

/** The space that is left for data and for temporary files. */
export const checkDisk = ({ DATA_DIR }: { DATA_DIR: string }): Promise<Finding[]> =>
  Promise.all([checkFolder('DATA_DIR', DATA_DIR), checkFolder(t('The folder for temporary files'), tmpdir())]);

async function checkFolder(folder: string, path: string): Promise<Finding> {
  const { bavail, bsize, files, ffree } = await statfs(nearestExisting(path));
  const free = bavail * bsize;
  if (files > 0 && ffree / files < 0.02)
    return warning(t('{folder} has hardly any inode left. Delete something, or move it to a larger disk.', { folder }));
  const gigabytes = (free / GIGABYTE).toFixed(1);
  if (free >= FEW_BYTES) return ok(t('{folder} has {gigabytes} GB left.', { folder, gigabytes }));
  const text = t('{folder} has {gigabytes} GB left. Delete something, or move it to a larger disk.', {
    folder,
    gigabytes,
  });
  return free < LEAST_BYTES ? error(text) : warning(text);
}

/** The first start makes `DATA_DIR`. */
const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)));
