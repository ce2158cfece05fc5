import { parseArgs } from 'node:util';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { type Env, InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { examine } from './doctor.ts';
import { createFindings } from './finding.ts';

// `npm run doctor -- [--mail ADDRESS] [--json]`: checks a deployment, with the environment that it runs with. The exit code is 1 if
// there are errors.
const options = { mail: { type: 'string' }, json: { type: 'boolean' } } as const;
try {
  const { values } = parseArgs({ options });
  if (values.mail !== undefined && !z.email().safeParse(values.mail).success)
    throw Object.assign(new Error(`--mail: ${values.mail} is no address`), { code: 'ERR_PARSE_ARGS' });
  const found = await run(values.mail);
  print(found, values.json ?? false);
  process.exitCode = found.some(({ state }) => state === 'error') ? 1 : 0;
  // A check that timed out may never end.
  setTimeout(() => process.exit(), 5000).unref();
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(message);
  process.exitCode = 1;
}

async function run(testAddress: string | undefined): Promise<Finding[]> {
  let env: Env;
  try {
    env = readEnv();
  } catch (error) {
    if (!(error instanceof InvalidEnvironment)) throw error;
    return error.message.split('\n').map(createFindings(() => t('Settings')).error);
  }
  return examine(env, { testAddress });
}

function print(found: Finding[], asJson: boolean) {
  if (asJson) return console.log(JSON.stringify(found, null, 2));
  for (const { subject, state, text } of found) console.log(`${state.padEnd(8)} ${subject.padEnd(12)} ${text}`);
  const count = (state: Finding['state']) => found.filter((finding) => finding.state === state).length;
  console.log(`\nErrors: ${count('error')}. Warnings: ${count('warning')}.`);
}
