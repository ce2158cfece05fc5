import { formatDollars } from '#contract/plans/plans.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { HttpError } from '#server/platform/http/errors.ts';
import { openPaymentProvider } from '#server/platform/stripe/open.ts';
import { parseSince } from './reconcile-arguments.ts';
import { reconcile } from './reconciliation.ts';

// `npm run payments:reconcile -- --days 30`: compares the ledger with the provider, while the site runs or is stopped.
const EXIT_FAILED = 2;
try {
  process.exitCode = await run(parseSince(process.argv.slice(2)));
} catch (error) {
  if (error instanceof HttpError) fail(`${error.message}\n${(error.cause as Error | undefined)?.message ?? ''}`.trim());
  else if (error instanceof StartupError || error instanceof InvalidEnvironment) fail(error.message);
  else throw error;
}

function fail(message: string) {
  console.error(message);
  process.exitCode = EXIT_FAILED;
}

/** @returns the exit code: 1 when there are differences */
async function run(since: Date): Promise<number> {
  const env = readEnv();
  const { db, close } = await openDatabase(env);
  try {
    const { provider: payments } = openPaymentProvider(env, db, async () => 200);
    const found = await reconcile(db, payments, since);
    for (const difference of found.differences) console.log(difference);
    console.log(
      `${found.charges} charges since ${since.toISOString()}: ${formatDollars(found.chargedCents)} taken, ` +
        `${formatDollars(found.refundedCents)} given back, ${found.differences.length || 'no'} differences.`,
    );
    return found.differences.length > 0 ? 1 : 0;
  } finally {
    await close();
  }
}
