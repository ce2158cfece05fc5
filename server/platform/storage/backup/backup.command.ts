import { parseArgs } from 'node:util';
import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { makeBackup } from './backup.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { generateKeys } from './encryption.ts';
import { recordBackup } from './last-backup.ts';
import { describeBackup, listBackups, listIncomplete } from './manifest.ts';
import { openPlace } from './place.ts';
import { verifyBackup } from './verify.ts';

const USAGE = `npm run backup                     backs up the database and the pictures to BACKUP_TO, or DATA_DIR/backups
npm run backup -- --to PLACE       to a folder, or https://server/bucket/folder
npm run backup -- --list           lists the backups in BACKUP_TO; in another place with --to
npm run backup -- --verify         reads every file of the newest backup, and compares its checksum
npm run backup -- --make-keys      makes the keys of encrypted backups`;

// `npm run backup`: backs up the database and the pictures, while the site runs or is stopped. `--to PLACE` names another place than
// BACKUP_TO, `--list` lists the backups there, `--make-keys` makes the keys of encrypted ones.
try {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      list: { type: 'boolean' },
      verify: { type: 'boolean' },
      'make-keys': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(USAGE);
  else if (values['make-keys']) await printKeys();
  else if (values.verify) await verify(values.to);
  else if (values.list) await printList(values.to);
  else await backUp(values.to);
} catch (error) {
  const isKnown = [StartupError, InvalidEnvironment, DamagedBackup].some((known) => error instanceof known);
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
  try {
    const ids = await listBackups(store);
    // The place is probably mistyped.
    if (ids.length === 0) throw new StartupError(`There are no backups in ${store.description}.`);
    for (const id of ids) console.log(await describeBackup(store, id));
    for (const id of await listIncomplete(store)) console.log(`${id}  is not complete`);
  } finally {
    await store.close();
  }
}

async function verify(to: string | undefined) {
  const store = openPlace(readEnv(), to);
  try {
    const id = (await listBackups(store)).at(-1);
    if (id === undefined) throw new StartupError(`There are no backups in ${store.description}.`);
    await verifyBackup(store, id);
    console.log(`Every file of ${id} in ${store.description} has the checksum with which it was written.`);
  } finally {
    await store.close();
  }
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
      // In another place somebody else decides which backups stay.
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
