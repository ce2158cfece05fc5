import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { removeSamples } from './remove-samples.ts';

// `npm run samples:remove`: removes the sample data, whether or not the site is running. `--yes` skips the confirmation.
try {
  const { values } = parseArgs({ options: { yes: { type: 'boolean' } }, strict: false });
  if (values.yes || !process.stdin.isTTY || (await confirmRemoval())) await removeAndReport();
  else console.log('Nothing was changed.');
} catch (error) {
  if (!(error instanceof StartupError || error instanceof InvalidEnvironment)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function confirmRemoval() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Remove every sample listing that no account has claimed, for good? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function removeAndReport() {
  const { db, close } = await openDatabase(readEnv());
  try {
    const { openData, samples } = await removeSamples(db);
    console.log(
      `Removed ${openData} listings of the open data and ${samples} made-up samples. They will not come back.`,
    );
  } finally {
    await close();
  }
}
