import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#server/platform/db/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { type DatabaseFolder, requireDiskSpace } from './folder.ts';
import { requireUserName, spawnOptions } from './owner.ts';

/** The role that initdb creates. The program itself is another one (`toApplicationConnection`). */
export const SUPERUSER = 'postgres';

// pg_trgm drops non-ASCII letters unless LC_CTYPE is UTF-8. The builtin C.UTF-8 sorts alike on every system.
// Without --locale=C an invalid LANG in the environment makes initdb fail.
const LOCALE = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--lc-ctype=C.UTF-8',
  '--text-search-config=english',
];
const MIN_FREE_MB = 300;
const ABANDONED_AFTER_MS = 10 * 60_000;

/**
 * Creates the data folder if there is none. It gets its name only when it is complete: so a killed process leaves no
 * partial database, and several processes that start at once all succeed.
 * @throws {StartupError} when the disk is full, or a folder of that name is no data folder
 */
export async function initDatabase(folder: DatabaseFolder, binaries: () => Binaries, progress: (line: string) => void) {
  if (existsSync(join(folder.data, 'PG_VERSION'))) return;
  if (existsSync(folder.data)) {
    throw new StartupError(
      `${folder.data} is no PostgreSQL data folder (it holds no PG_VERSION). ` +
        'Nothing has been changed: restore it from a backup, or move it away to begin with an empty database.',
    );
  }
  requireUserName(folder.owner);
  requireDiskSpace(folder.path, MIN_FREE_MB);
  progress('Making a new database');
  removeAbandoned(folder.path);
  const unfinished = mkdtempSync(join(folder.path, 'init-'));
  try {
    const password = randomBytes(24).toString('base64url');
    const passwordFile = join(unfinished, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600, flush: true });
    if (folder.owner) {
      for (const path of [unfinished, passwordFile]) chownSync(path, folder.owner.uid, folder.owner.gid);
    }
    const data = join(unfinished, 'data');
    await runInitdb(binaries().initdb, data, passwordFile, folder);
    renameSync(passwordFile, join(data, 'password'));
    renameSync(data, folder.data);
  } catch (error) {
    // Another process created the database first; that one is used.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Reads the password of the superuser.
 * @throws {StartupError} when the data was written by another major version, or the password cannot be read
 */
export function readPassword(folder: DatabaseFolder, major: () => string): string {
  const dataVersion = readFileSync(join(folder.data, 'PG_VERSION'), 'utf8').trim();
  if (dataVersion !== major()) {
    throw new StartupError(
      `${folder.data} was written by PostgreSQL ${dataVersion}, and this release brings PostgreSQL ${major()}. Nothing has been changed. ` +
        'A start (npm start) brings it to that version if it can. Else start the release that wrote it, run "npm run backup", and restore that here.',
    );
  }
  try {
    return readFileSync(join(folder.data, 'password'), 'utf8');
  } catch (error) {
    throw new StartupError(
      `The password of the database in ${folder.data} cannot be read (${(error as Error).message}). Restore it from a backup.`,
    );
  }
}

function runInitdb(initdb: string, data: string, passwordFile: string, folder: DatabaseFolder): Promise<void> {
  const args = ['-D', data, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', ...LOCALE];
  const running = spawn(initdb, args, { ...spawnOptions(folder.owner), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [running.stdout, running.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    running.once('error', (error) => reject(new StartupError(`${initdb} does not run: ${error.message}`)));
    running.once('close', (status) => {
      if (status === 0) return resolve();
      reject(new StartupError(`A new database could not be made in ${folder.path}:\n${output.trim().slice(-1000)}`));
    });
  });
}

function removeAbandoned(path: string) {
  for (const name of readdirSync(path)) {
    const folder = join(path, name);
    if (!name.startsWith('init-') || Date.now() - statSync(folder).mtimeMs < ABANDONED_AFTER_MS) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}
