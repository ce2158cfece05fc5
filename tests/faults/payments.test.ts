import { afterEach, expect, onTestFinished, test } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';
import { checkPayments } from './payments-check.ts';
import { cleanUp, createTempFolder, start } from './program.ts';

afterEach(cleanUp);

// Each run takes two seconds of CPU time.
const RUNS = repetitions(2, 200);
/** Two databases, in which runs go on at the same time. */
const LANES = repetitions(1, 2);
// A run of eight flows sends about 400 statements.
const MAX_STEPS = 250;

test(`a process that is killed at any point loses no payment and applies none twice: ${RUNS} runs`, async () => {
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => runUntilKilled(lane, RUNS / LANES)));
  expect(lanes.flatMap(({ broken }) => broken)).toEqual([]);
  const charges = lanes.reduce((sum, lane) => sum + lane.charges, 0);
  const killed = lanes.flatMap((lane) => lane.killed);
  expect(killed.length).toBeGreaterThan(RUNS * 0.6);
  expect(charges).toBeGreaterThan(RUNS);
});

async function runUntilKilled(lane: number, runs: number) {
  const stripe = await startStripeServer();
  const database = await createTestDatabase();
  onTestFinished(async () => {
    await database.drop();
    await stripe.close();
  });
  await makeAccount(database.db, { id: 1, username: 'admin', email: null });
  const folder = createTempFolder();
  const env = { ...database.env, ...stripe.env, DATA_DIR: folder, LOG_LEVEL: 'silent', GEOCODER_URL: '' };
  const broken: string[] = [];
  const killed: string[] = [];
  for (let run = 0; run < runs; run++) {
    const seed = lane * 1000 + run + 1;
    const steps = 1 + ((seed * 7919) % MAX_STEPS);
    const child = start(folder, {
      command: ['tests/faults/payments.child.ts', String(seed), String(steps)],
      env,
    });
    const { stderr } = await child.exited;
    if (stderr) broken.push(`run ${seed}: ${stderr}`);
    for (const line of child.stdoutLines) {
      if (line.startsWith('broken ')) broken.push(`run ${seed}: ${line}`);
      if (line.startsWith('killed ')) killed.push(line);
    }
  }
  const last = await checkPayments(database.db, env);
  return { broken: [...broken, ...last.broken], killed, charges: last.charges };
}
