import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { NotTheStatesList, readStateList } from './read-list.ts';
import { addToStateList } from './state-list.ts';

const USAGE = 'Usage: npm run licenses -- FILE YYYY-MM-DD (the day of the list)';

// `npm run licenses -- FILE DAY`: adds the state's list of contractors, with which license numbers are compared, whether or not the site is running.
try {
  const [file, day = '', ...more] = process.argv.slice(2);
  if (!file || more.length > 0 || !/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new NotTheStatesList(USAGE);
  const { db, close } = await openDatabase(readEnv(), { isBackground: true });
  try {
    const count = await addToStateList(db, readStateList(file), day);
    console.log(`${count} licenses of the state’s list of ${day}. The numbers of listings were compared with them.`);
  } finally {
    await close();
  }
} catch (error) {
  const expected =
    error instanceof NotTheStatesList ||
    error instanceof StartupError ||
    error instanceof InvalidEnvironment ||
    (error as NodeJS.ErrnoException).code === 'ENOENT';
  if (!expected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
