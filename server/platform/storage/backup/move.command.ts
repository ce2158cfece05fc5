import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { makeBackup } from './backup.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { openFolderStore } from './folder-store.ts';
import { requireUnused, restoreBackup } from './restore.ts';

// `npm run move -- --to URL`: copies the database of the stopped site into an empty one elsewhere; `--to embedded` into DATA_DIR. Pictures
// stay where they are. The copy is the site itself; the former database stays as it is.
try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (!values.to)
    throw new StartupError('Say where to: npm run move -- --to postgres://user:password@host/name, or --to embedded');
  await move(values.to);
} catch (error) {
  const isKnown = [StartupError, InvalidEnvironment, DamagedBackup].some((known) => error instanceof known);
  const { code, message, stack } = error as NodeJS.ErrnoException;
  console.error(isKnown || code ? message : stack);
  process.exitCode = 1;
}

async function move(to: string) {
  const env = readEnv();
  const isToEmbedded = to === 'embedded';
  if (isToEmbedded && env.DATABASE_URL === undefined)
    throw new StartupError('The database is the embedded one already.');
  const { DATABASE_URL } = readEnv({ DATABASE_URL: isToEmbedded ? undefined : to });
  const source = await openDatabase(env, { migrates: false });
  let target: Database | undefined;
  try {
    target = await openDatabase({ DATA_DIR: env.DATA_DIR, DATABASE_URL }, { migrates: false, progress: console.log });
    const folder = mkdtempSync(join(env.DATA_DIR, 'move-'));
    try {
      await copy(source, target, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    await target?.close();
    await source.close();
  }
  console.log(
    `The database is copied. ${isToEmbedded ? 'Unset DATABASE_URL' : 'Set DATABASE_URL to the new address'} and start the site.`,
  );
  console.log('Do not start it on the former database again, which would send the waiting emails once more.');
}

async function copy(source: Database, target: Database, folder: string) {
  await requireUnused(source.connection);
  const store = openFolderStore(folder);
  const options = { store, storage: null, progress: () => {} };
  const { id } = await makeBackup({ connection: source.connection, recipient: null, keep: null, ...options });
  await restoreBackup({
    connection: target.connection,
    id,
    identity: null,
    confirmReplacement: null,
    isLive: true,
    ...options,
    progress: console.log,
  });
}
