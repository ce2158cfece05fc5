import { execFileSync, spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { StartupError } from '../startup-error.ts';

/** The account that PostgreSQL runs as when it is not our own: ids for `spawn` and `chown`, a name for messages. */
export interface Owner {
  uid: number;
  gid: number;
  name: string;
}

/**
 * As whom PostgreSQL is to run. It refuses to be root, so root gives it to the owner of existing data, else to `nobody`.
 * @param dataOwner who owns the data so far, if there is any
 * @returns undefined when the program is not root: then PostgreSQL runs as the program itself
 */
export function resolveOwner(dataOwner: { uid: number; gid: number } | undefined): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (dataOwner && dataOwner.uid !== 0) return { ...dataOwner, name: getUserName(dataOwner.uid) };
  return { uid: getNobodyId('-u'), gid: getNobodyId('-g'), name: 'nobody' };
}

/** What `spawn` needs to start a program as this owner: no folder, language or setting of ours comes along. */
export function spawnOptions(owner: Owner | undefined, cwd = '/') {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  // macOS numbers `nobody` -2, which spawn wants signed and chown unsigned.
  return owner ? { uid: owner.uid | 0, gid: owner.gid | 0, cwd, env } : { cwd, env };
}

/**
 * Whether the owner may enter a folder, asked of the system itself, since modes alone say nothing of access lists.
 * @throws {StartupError} when this root may not become another user
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
 * initdb asks the system for the name of whoever runs it, and a container may run us under a number that has none.
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
