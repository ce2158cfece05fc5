import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { type DatabaseFolder, openDatabaseFolder } from '#server/platform/db/embedded/folder.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { openFolderStore } from './folder-store.ts';
import { fetchFormerPostgres, isFormerMajor } from './former-postgres.ts';

type Progress = (line: string) => void;

/**
 * Brings the data of the embedded database from a former major version to the installed one, before it is opened: a backup of it is
 * restored into new data, and only then the folders change their names. The former data stays as `data-<version>`. Without effect for
 * other data.
 * @throws {StartupError} when it cannot be done; the former data is as it was then
 */
export async function upgradeEmbedded(dataDir: string, progress: Progress): Promise<void> {
  if (!existsSync(join(dataDir, 'pg'))) return;
  const folder = openDatabaseFolder(dataDir, progress);
  const work = join(folder.path, 'upgrade');
  completeExchange(folder, work);
  const former = readMajor(folder.data);
  if (former === null || !isFormerMajor(former)) return;
  const { major } = findBinaries(folder.owner, progress);
  if (former === major) return;
  const unlock = lock(folder);
  try {
    progress(`The database was written by PostgreSQL ${former}: bringing it to PostgreSQL ${major}`);
    await prepareWorkFolder(work, folder);
    await copyToNewData({ dataDir, work, former }, progress);
    renameSync(folder.data, join(folder.path, `data-${former}`));
    completeExchange(folder, work);
    progress(
      `The database is of PostgreSQL ${major} now. What it was before is in ${folder.path}/data-${former}: delete it when all is well.`,
    );
  } finally {
    unlock();
  }
}

async function copyToNewData(
  { dataDir, work, former }: { dataDir: string; work: string; former: string },
  progress: Progress,
) {
  // Most starts do not need these modules.
  const { makeBackup } = await import('./backup.ts');
  const { requireUnused, restoreBackup } = await import('./restore.ts');
  const packageFolder = fetchFormerPostgres(former, join(work, 'package'));
  const store = openFolderStore(join(work, 'backup'));
  // The older major version does not know the setting.
  const old = await startEmbeddedPostgres(dataDir, { progress, packageFolder, settings: { io_method: null } });
  let id: string;
  try {
    await requireUnused(old.connection);
    ({ id } = await makeBackup({
      connection: old.connection,
      store,
      storage: null,
      recipient: null,
      keep: null,
      progress,
    }));
  } finally {
    await old.stop();
  }
  const fresh = await startEmbeddedPostgres(work, { progress });
  try {
    await restoreBackup({
      connection: fresh.connection,
      store,
      id,
      storage: null,
      identity: null,
      confirmReplacement: null,
      isLive: true,
      progress,
    });
  } finally {
    await fresh.stop();
  }
}

/** Gives the new data its name, when the former data has lost it: also after a start that was killed in between. */
function completeExchange(folder: DatabaseFolder, work: string) {
  if (existsSync(folder.data) || !existsSync(join(work, 'pg/data/PG_VERSION'))) return;
  renameSync(join(work, 'pg/data'), folder.data);
  rmSync(work, { recursive: true, force: true });
}

/** Removes what a killed start left, with the server that may run there. */
async function prepareWorkFolder(work: string, { owner }: DatabaseFolder) {
  if (readMajor(join(work, 'pg/data'))) await (await startEmbeddedPostgres(work, { progress: () => {} })).stop();
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  chmodSync(work, 0o711);
  if (owner) chownSync(work, owner.uid, owner.gid);
}

function lock({ path }: DatabaseFolder): () => void {
  const file = join(path, 'upgrade.lock');
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : null;
  if (holder !== null && !isRunning(holder)) rmSync(file);
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch {
    throw new StartupError(
      'Another start is bringing the database to the new version of PostgreSQL. Start again when it is done.',
    );
  }
  return () => rmSync(file, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Null when there is no data. */
function readMajor(data: string): string | null {
  const file = join(data, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
