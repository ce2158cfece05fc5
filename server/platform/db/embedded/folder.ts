import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  type Stats,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { SYSTEM_FOLDER } from './binaries.ts';
import { canEnter, type Owner, resolveOwner } from './owner.ts';

/** The folders of the embedded database: real paths that exist and that the owner can enter. */
export interface DatabaseFolder {
  /** `DATA_DIR/pg`, or the target of that link. */
  path: string;
  /** PostgreSQL's data folder; absent before the first start. */
  data: string;
  /** The folder of its Unix socket: mode 0700. */
  socket: string;
  owner: Owner | undefined;
}

/** The file name of the socket, which PostgreSQL derives from the port. */
export const SOCKET_NAME = '.s.PGSQL.5432';

// In bytes. sockaddr_un holds 108 on Linux and 104 on macOS, including a terminating NUL.
const MAX_SOCKET_PATH_LENGTH = 103;

/**
 * Creates `DATA_DIR` and the folder of the database in it, where they do not exist.
 * @param dataDir an absolute path; its parent must exist
 * @throws {StartupError} when a folder cannot be created or used; nothing is changed then
 */
export function openDatabaseFolder(dataDir: string, progress: (line: string) => void): DatabaseFolder {
  const dir = openDataDir(dataDir);
  const link = join(dir, 'pg');
  const path = statIfExists(link) && resolveLink(link);
  if (path) requireAccess(path);
  const dataOwner = path ? (statIfExists(join(path, 'data')) ?? statIfExists(path)) : undefined;
  const owner = resolveOwner(dataOwner);
  if (path && owner) {
    if (dataOwner?.uid === 0) changeOwner(owner, path);
    requireOwnerAccess(path, owner);
  }
  const folderPath = path ?? createFolder(dir, link, owner, progress);
  return { path: folderPath, data: join(folderPath, 'data'), socket: openSocketFolder(folderPath, owner), owner };
}

/**
 * Checks the free disk space, because PostgreSQL does not name a full disk as the reason when it fails.
 * @throws {StartupError} when less than `megabytes` are free
 */
export function requireDiskSpace(folder: string, megabytes: number) {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / 2 ** 20);
  if (free >= megabytes) return;
  throw new StartupError(
    `The disk of ${folder} is full: ${free} MB are free and the database needs ${megabytes} MB. ` +
      'Make room, or set DATA_DIR to a folder on another disk. Nothing has been changed.',
  );
}

function openDataDir(dataDir: string): string {
  try {
    createUnlessThere(dataDir);
    const dir = realpathSync(dataDir);
    if (!lstatSync(dir).isDirectory()) throw new Error('it is not a folder');
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return dir;
  } catch (error) {
    const parent = dirname(dataDir);
    const parentIsMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(parent);
    const reason = parentIsMissing ? `its parent folder ${parent} does not exist` : (error as Error).message;
    throw new StartupError(
      `DATA_DIR (${dataDir}) cannot be used: ${reason}. Set DATA_DIR to a folder that this user may write to, in a folder that exists.`,
    );
  }
}

/** Creates a folder. Another program that starts at the same time may have created it just before. */
function createUnlessThere(path: string) {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function resolveLink(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    throw new StartupError(
      `${link} leads to a folder that is not there, so the database is missing. ` +
        `Bring that folder back, or remove ${link} to begin with an empty database.`,
    );
  }
}

function createFolder(dir: string, link: string, owner: Owner | undefined, progress: (line: string) => void): string {
  if (canEnter(owner, dir)) {
    createOwnedFolder(link, owner);
    return link;
  }
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  // The random part prevents that a database of an earlier DATA_DIR with the same path is reused unnoticed.
  const systemPath = join(SYSTEM_FOLDER, `pg-${hash(dir)}-${randomBytes(4).toString('hex')}`);
  createOwnedFolder(systemPath, owner);
  try {
    symlinkSync(systemPath, link);
    progress(
      `PostgreSQL does not run as root, and ${owner?.name} may not enter ${dir}: the database lies in ${systemPath}, and ${link} leads there`,
    );
    return systemPath;
  } catch (error) {
    rmSync(systemPath, { recursive: true });
    if (existsSync(link)) return realpathSync(link);
    throw error;
  }
}

function createOwnedFolder(path: string, owner: Owner | undefined) {
  try {
    mkdirSync(path, { mode: 0o700 });
    if (owner) chownSync(path, owner.uid, owner.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      // Another process has just created it and has not changed its owner yet.
      if (owner && statIfExists(path)?.uid === process.getuid?.()) lchownSync(path, owner.uid, owner.gid);
      return;
    }
    throw new StartupError(`${path} cannot be made: ${(error as Error).message}.`);
  }
}

function requireAccess(path: string) {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `The database in ${path} is not this user's (${(error as Error).message}). ` +
        'Start the program as the user who owns it or as root, or set DATA_DIR to another folder.',
    );
  }
}

function changeOwner(owner: Owner, path: string) {
  const result = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, path], { encoding: 'utf8' });
  if (result.status === 0) return;
  throw new StartupError(`${path} belongs to root and cannot be given to ${owner.name}: ${result.stderr.trim()}`);
}

function requireOwnerAccess(path: string, owner: Owner) {
  if (canEnter(owner, path)) return;
  throw new StartupError(
    `The database in ${path} belongs to the user ${owner.name}, who may not enter that folder. ` +
      'Let others enter the folders above it (chmod o+x), or start the program as that user.',
  );
}

function openSocketFolder(path: string, owner: Owner | undefined): string {
  const preferred = join(path, 'socket');
  // Not under TMPDIR: every process must find the same socket, whatever its environment.
  const fallback = `/tmp/socal-local-${hash(path)}`;
  const folder = Buffer.byteLength(join(preferred, SOCKET_NAME)) <= MAX_SOCKET_PATH_LENGTH ? preferred : fallback;
  createOwnedFolder(folder, owner);
  const found = lstatSync(folder);
  const expected = owner?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== expected || (found.mode & 0o077) !== 0) {
    throw new StartupError(`${folder} should be a private folder of the database (mode 0700) and is not. Remove it.`);
  }
  return folder;
}

const statIfExists = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
