import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { recoverAdministrator } from './reset.ts';

// `npm run admin:recover`: removes the second factor of account 1, whether or not the site is running.
try {
  const env = readEnv();
  const { db, close } = await openDatabase(env);
  try {
    const username = await recoverAdministrator(db);
    console.log(`The second factor of ${username} is removed, and all its sessions have ended.`);
    console.log(`Now sign in at ${env.ORIGIN}/auth with the password; you will be asked to set up a new one.`);
    console.log('If the password is lost too: npm run admin:reset');
  } finally {
    await close();
  }
} catch (error) {
  if (!(error instanceof StartupError || error instanceof InvalidEnvironment)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
