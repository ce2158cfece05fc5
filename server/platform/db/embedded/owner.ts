import { execFileSync, spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { StartupError } from '#server/platform/db/startup-error.ts';

/** The system account that PostgreSQL runs as, if not that of the program: ids for `spawn` and `chown`, a name for messages. */
export interface Owner {
  uid: number;
  gid: number;
  name: string;
}

/**
 * Decides which account runs PostgreSQL, which refuses to run as root: the owner of existing data, else `nobody`.
 * @param dataOwner the owner of the data folder, if it exists
 * @returns undefined when the program is not root: then PostgreSQL runs as the same user
 */
export function resolveOwner(dataOwner: { uid: number; gid: number } | undefined): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (dataOwner && dataOwner.uid !== 0) return { ...dataOwner, name: getUserName(dataOwner.uid) };
  return { uid: getNobodyId('-u'), gid: getNobodyId('-g'), name: 'nobody' };
}

/** The options of `spawn` to run a program as this owner, without our environment variables and working directory. */
export function spawnOptions(owner: Owner | undefined, cwd = '/') {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  // On macOS the id of `nobody` is -2, which spawn expects as a signed and chown as an unsigned number.
  return owner ? { uid: owner.uid | 0, gid: owner.gid | 0, cwd, env } : { cwd, env };
}

/**
 * Whether the owner can enter a folder. Tried by a process of that owner, because modes do not show access control lists.
 * @throws {StartupError} when this root may not become another user, as in some containers
 */
export function canEnter(owner: Owner | undefined, folder: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...spawnOptions(owner), stdio: 'ignore' });
  if (result.error) {
    throw new StartupError(
      `PostgreSQL does not run as root, and this root cannot become the user ${owner?.name} (${result.error.message}). ` +
        'Start the program as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  return result.status === 0;
}

/**
 * Checks that the current user has a name, which initdb needs. In a container the user id may have none.
 * @throws {StartupError} when this user has no name
 */
export function requireUserName(owner: Owner | undefined) {
  if (owner) return;
  try {
    userInfo();
  } catch {
    throw new StartupError(
      `This program runs as user number ${process.getuid?.()}, which has no name on this system, and PostgreSQL makes no database for it. ` +
        'Add the user to /etc/passwd, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
}

function getNobodyId(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: 'pipe' })) >>> 0;
  } catch {
    return 65534;
  }
}

function getUserName(uid: number): string {
  const result = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' });
  return (result.status === 0 && result.stdout.trim()) || `number ${uid}`;
}
