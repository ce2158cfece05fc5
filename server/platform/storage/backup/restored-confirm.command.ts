import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { confirmRestored } from '#server/platform/settings/restored.ts';

// `npm run restored:confirm`: makes a restored copy the site itself, which sends emails and takes payments from the next start on.
try {
  const { db, close } = await openDatabase(readEnv());
  const wasCopy = await confirmRestored(db);
  await close();
  console.log(
    wasCopy ? 'It is the site itself now. Start it again: emails are sent and payments taken then.' : 'It is no copy.',
  );
} catch (error) {
  if (!(error instanceof StartupError || error instanceof InvalidEnvironment)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
