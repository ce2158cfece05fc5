import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { listBackups, listIncomplete } from './manifest.ts';
import { openPlace } from './place.ts';
import { readUsable, restoreBackup } from './restore.ts';

const USAGE = `npm run restore                     restores the newest backup in BACKUP_TO, or DATA_DIR/backups, into an empty database
npm run restore -- --from PLACE     from a folder, or https://server/bucket/folder
npm run restore -- --backup NAME    not the newest one; npm run backup -- --list has the names
npm run restore -- --replace        deletes what is in the database, after you have typed its name
npm run restore -- --live           as the site itself, not as a copy`;

// `npm run restore`: restores the newest backup, or that of `--backup NAME`, into an empty database, and the pictures. `--from PLACE` names
// another place than BACKUP_TO. `--replace` deletes what is in the database, after its name was typed, or DATA_DIR for the embedded one. `--live`: not as a copy.
try {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      backup: { type: 'string' },
      replace: { type: 'boolean' },
      live: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(USAGE);
  else await restore(values);
} catch (error) {
  const isKnown = [StartupError, InvalidEnvironment, DamagedBackup].some((known) => error instanceof known);
  const { code, message, stack } = error as NodeJS.ErrnoException;
  console.error(isKnown || code ? message : stack);
  process.exitCode = 1;
}

async function restore({ from, backup, replace = false, live = false }: Record<string, string | boolean | undefined>) {
  const env = readEnv();
  const store = openPlace(env, from as string | undefined, '--from');
  const id = (backup as string | undefined) ?? (await listBackups(store)).at(-1);
  if (!id) throw new StartupError(`There are no complete backups in ${store.description}.`);
  if (backup === undefined)
    for (const newer of await listIncomplete(store))
      if (newer > id) console.warn(`The newer backup ${newer} is not complete, so ${id} is restored.`);
  const identity = env.BACKUP_IDENTITY ?? null;
  // Checked before a new database is created for nothing.
  await readUsable({ store, id, identity });
  const storage = openStorage(env);
  const database = await openDatabase(env, { migrates: false, progress: console.log });
  try {
    const { createdAt } = await restoreBackup({
      connection: database.connection,
      store,
      id,
      storage,
      identity,
      // The embedded database has the same name everywhere.
      confirmReplacement: replace ? (name) => confirm(env.DATABASE_URL === undefined ? env.DATA_DIR : name) : null,
      isLive: live === true,
      progress: console.log,
    });
    console.log(`Restored the site as it was at ${createdAt}.`);
    if (!live)
      console.log(
        'It is a copy: it sends no emails and takes no payments. Run `npm run restored:confirm` when it is the site itself.',
      );
  } finally {
    await database.close();
    await storage.close();
    await store.close();
  }
}

async function confirm(name: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  console.log(`Everything in the database ${name} will be deleted. Type ${name} to go on:`);
  const { value } = await terminal[Symbol.asyncIterator]().next();
  terminal.close();
  return value?.trim() === name;
}
