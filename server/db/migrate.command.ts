import { BadEnvironment, readEnv } from '#server/env.ts';
import { CannotStart } from './cannot-start.ts';
import { openDatabase } from './open.ts';

// `npm run migrate`: opening the database migrates it, whether the site runs or not.
try {
  const database = await openDatabase(readEnv(), { progress: console.log });
  if (database.migrated.length === 0) console.log('The database is up to date.');
  await database.close();
} catch (error) {
  if (!(error instanceof CannotStart || error instanceof BadEnvironment)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
