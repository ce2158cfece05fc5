import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { openDatabase } from './open.ts';
import { StartupError } from './startup-error.ts';

// `npm run migrate`: opening the database migrates it, whether the site runs or not.
try {
  const database = await openDatabase(readEnv(), { progress: console.log });
  if (database.appliedMigrations.length === 0) console.log('The database is up to date.');
  await database.close();
} catch (error) {
  if (!(error instanceof StartupError || error instanceof InvalidEnvironment)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
