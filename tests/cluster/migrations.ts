import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/db/open.ts';
import { listMigrations } from '#server/platform/db/sql-files.ts';
import { startLoad } from './load.ts';
import { requireNoFailure, restart } from './restarts.ts';
import { type Cluster, ROOT } from './start-cluster.ts';

const DATABASE = 'former';
const FOLDER = 'server/platform/db';

/**
 * Replaces the nodes of the release before by those of this one, one after the other, under load: the first one migrates the database. One of
 * the release before is restarted on the new schema, and one goes back to it. Goes on until so many requests were sent.
 * @throws {Error} when one of them failed
 */
export async function checkRollingMigration(cluster: Cluster, requests: number) {
  const { nodes, servers, balancer, getDatabaseEnv } = cluster;
  const [first, second, third] = nodes as [(typeof nodes)[0], (typeof nodes)[0], (typeof nodes)[0]];
  const former = checkOutFormerRelease(cluster.folder);
  await servers.createDatabase(DATABASE);
  const env = getDatabaseEnv({ database: DATABASE });
  for (const node of nodes) await node.process.end('SIGTERM');
  for (const node of nodes) await node.start(env, former.root);
  const { db, close } = await openDatabase(
    { DATA_DIR: '', DATABASE_URL: servers.getUrl({ database: DATABASE }) },
    { migrates: false },
  );
  try {
    const load = await startLoad({ db, balancer });
    await restart(first, env);
    await restart(second, env, former.root);
    await restart(second, env);
    await restart(third, env);
    let restarts = 4;
    while (load.counts.requests < requests) {
      await restart(first, env, former.root);
      await restart(first, env);
      restarts += 2;
    }
    await load.stop();
    return requireNoFailure(load, { migrations: former.migrations, restarts });
  } finally {
    await close();
    for (const node of nodes) await node.process.end('SIGTERM');
    for (const node of nodes) await node.start(getDatabaseEnv());
  }
}

/**
 * Checks out and builds the release before the last migration, or the commit `FORMER_RELEASE`.
 * @throws {Error} when it needs other packages than this one
 */
function checkOutFormerRelease(folder: string) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const commit =
    process.env.FORMER_RELEASE ??
    `${git('log', '-1', '--format=%h', '--diff-filter=A', '--', `${FOLDER}/migrations`)}^`;
  const root = join(folder, 'former-release');
  git('worktree', 'add', '--quiet', '--detach', root, commit);
  requirePackages(root, commit);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [vite, 'build', '--app'], { cwd: root, env, stdio: 'pipe' });
  const known = new Set(listMigrations(join(root, FOLDER)).map(({ name }) => name));
  const migrations = listMigrations().flatMap(({ name }) => (known.has(name) ? [] : [name]));
  if (migrations.length === 0) throw new Error(`${commit} has all migrations of this release`);
  return { root, migrations };
}

/** @throws {Error} unless this release has the packages of the former one, in the same versions */
function requirePackages(former: string, commit: string) {
  const [ours, theirs] = [ROOT, former].map((root) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { ...dependencies, ...devDependencies } as Record<string, string>;
  }) as [Record<string, string>, Record<string, string>];
  const missing = Object.keys(theirs).filter((name) => ours[name] !== theirs[name]);
  if (missing.length > 0) throw new Error(`${commit} needs other packages: ${missing}`);
}

/** Removes what `checkOutFormerRelease` made. */
export function removeFormerRelease(folder: string) {
  const root = join(folder, 'former-release');
  if (existsSync(root)) execFileSync('git', ['worktree', 'remove', '--force', root], { cwd: ROOT });
}
