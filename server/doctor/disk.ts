import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Finding } from '#contract/admin/admin.ts';
import { findingsOf } from './finding.ts';

const { ok, warning, error } = findingsOf('Disk');

const GIGABYTE = 1e9;
const LEAST_BYTES = 0.5 * GIGABYTE;
const FEW_BYTES = 5 * GIGABYTE;

/** The space that is left for data and for temporary files. */
export const checkDisk = ({ DATA_DIR }: { DATA_DIR: string }): Promise<Finding[]> =>
  Promise.all([checkFolder('DATA_DIR', DATA_DIR), checkFolder('The folder for temporary files', tmpdir())]);

async function checkFolder(name: string, folder: string): Promise<Finding> {
  const { bavail, bsize, files, ffree } = await statfs(nearestExisting(folder));
  const free = bavail * bsize;
  const text = `${name} has ${(free / GIGABYTE).toFixed(1)} GB left.`;
  const mend = 'Delete something, or move it to a larger disk.';
  if (files > 0 && ffree / files < 0.02) return warning(`${name} has hardly any inode left. ${mend}`);
  if (free < LEAST_BYTES) return error(`${text} ${mend}`);
  return free < FEW_BYTES ? warning(`${text} ${mend}`) : ok(text);
}

/** The first start makes `DATA_DIR`. */
const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)));
