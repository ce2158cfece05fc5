import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { resetAdministrator } from './admin-reset.ts';

// `npm run admin:reset`: a new password for the administrator, whether or not the site is running. It is random and printed once, or
// with `--stdin` the first line of standard input, which no list of processes and no history of a shell shows.
try {
  const { values } = parseArgs({ options: { stdin: { type: 'boolean' } } });
  await resetAndReport(values.stdin ? await readFirstLine() : undefined);
} catch (error) {
  const { code } = error as { code?: string };
  const isKnown = error instanceof StartupError || error instanceof InvalidEnvironment;
  if (!isKnown && !code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function readFirstLine() {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/);
  return line;
}

async function resetAndReport(chosen: string | undefined) {
  const env = readEnv();
  const { db, close } = await openDatabase(env);
  try {
    const { username, password } = await resetAdministrator(db, env.SITE_NAME, chosen);
    console.log(`  Administrator: ${username}`);
    console.log(chosen === undefined ? `  Password: ${password}  (shown only now)` : '  Password: as given');
    console.log('All sessions of the account have ended.');
  } finally {
    await close();
  }
}
