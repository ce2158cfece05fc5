import { parseArgs } from 'node:util';
import { InvalidEnvironment, readEnv } from '#server/env.ts';
import { openDatabase } from '../../db/open.ts';
import { StartupError } from '../../db/startup-error.ts';
import { openStorage } from '../open.ts';
import { makeBackup } from './backup.ts';
import { generateKeys } from './encryption.ts';
import { recordBackup } from './last-backup.ts';
import { listBackups } from './manifest.ts';
import { openPlace } from './place.ts';

// `npm run backup`: backs up the database and the pictures, while the site runs or is stopped. `--to PLACE` names another place than
// BACKUP_TO, `--list` lists the backups there, `--make-keys` makes the keys of encrypted ones.
try {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, list: { type: 'boolean' }, 'make-keys': { type: 'boolean' } },
  });
  if (values['make-keys']) await printKeys();
  else if (values.list) await printList(values.to);
  else await backUp(values.to);
} catch (error) {
  const isKnown = error instanceof StartupError || error instanceof InvalidEnvironment;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  console.error(isKnown || code ? message || code : stack);
  process.exitCode = 1;
}

async function printKeys() {
  const { recipient, identity } = await generateKeys();
  console.log(`BACKUP_RECIPIENT=${recipient}`);
  console.log(`BACKUP_IDENTITY=${identity}`);
  console.log('Set the first one where the site runs. Keep the second one elsewhere: only it decrypts the backups.');
}

async function printList(to: string | undefined) {
  const store = openPlace(readEnv(), to);
  const ids = await listBackups(store);
  console.log(ids.length > 0 ? ids.join('\n') : `There are no backups in ${store.description}.`);
  await store.close();
}

async function backUp(to: string | undefined) {
  const env = readEnv();
  const store = openPlace(env, to);
  const storage = openStorage(env);
  const database = await openDatabase(env, { migrates: false });
  try {
    const { id, manifest, missingPictures, deleted } = await makeBackup({
      connection: database.connection,
      store,
      storage,
      recipient: env.BACKUP_RECIPIENT ?? null,
      // Elsewhere somebody else decides what stays.
      keep: to === undefined && env.BACKUP_TO !== undefined ? env.BACKUP_KEEP : null,
      progress: console.log,
    });
    await recordBackup(database.db, store.description, manifest.createdAt);
    if (missingPictures.length > 0)
      console.warn(`${missingPictures.length} files of pictures were missing already: ${missingPictures[0]}, …`);
    for (const old of deleted) console.log(`Deleted the old backup ${old}`);
    console.log(`Backup ${id} is complete, in ${store.description}`);
  } finally {
    await database.close();
    await storage.close();
    await store.close();
  }
}
