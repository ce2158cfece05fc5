import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { toWebhookId } from '#server/webhooks/deliveries.ts';
import { makeWebhook } from '#tests/fixtures/webhook-factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { createRandom } from './kill-after-steps.ts';
import { cleanUp, createTempFolder, start } from './program.ts';

afterEach(cleanUp);

// Each run takes two seconds of CPU time.
const RUNS = repetitions(1, 200);
const MAX_STEPS = 220;

test(`a process that is killed while it sends loses no webhook and keeps their order: ${RUNS} runs`, async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { db } = database;
  const folder = createTempFolder();
  const owner = await makeAccount(db);
  for (let i = 0; i < 2; i += 1) await makeListing(db, { owner_id: owner.id });
  const { secret } = await makeWebhook(db, owner.id);
  const receiver = await startReceiver(secret);
  const run = (seed: number, steps: number) =>
    start(folder, {
      command: ['tests/faults/webhooks.child.ts', receiver.url, String(seed), String(steps)],
      env: { ...database.env, DATA_DIR: folder, LOG_LEVEL: 'silent', GEOCODER_URL: '' },
    });
  const killed: string[] = [];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const child = run(seed, 1 + ((seed * 67 + 30) % MAX_STEPS));
    expect((await child.exited).stderr).toBe('');
    killed.push(...child.stdoutLines.filter((line) => line.startsWith('killed ')));
  }
  receiver.acceptAll();
  expect(await run(0, Number.MAX_SAFE_INTEGER).exited).toEqual({ status: 0, stderr: '' });

  const { rows } = await sql<{ listing: number; message: string; status: string }>`
    select listing_id as listing, message_id as message, status from webhook_deliveries order by id`.execute(db);
  const path = join(folder, 'acknowledged');
  const acknowledged = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged.length);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['delivered']));
  for (const [, ofListing] of Map.groupBy(rows, ({ listing }) => listing)) {
    const ids = ofListing.map(({ message }) => toWebhookId(message));
    const arrivals = receiver.accepted.filter((id) => ids.includes(id));
    // One that was sent again because the process died before it noted the answer is there twice, in a row.
    expect(arrivals.filter((id, i) => id !== arrivals[i - 1])).toEqual(ids);
  }
  expect(killed.length).toBeGreaterThan(RUNS * 0.6);
});

/** Accepts nine in ten webhooks, all of which must be signed. */
async function startReceiver(secret: string) {
  const library = new Webhook(secret);
  const random = createRandom(1);
  const accepted: string[] = [];
  let refusals = 0.1;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    library.verify(body, request.headers as Record<string, string>);
    const isAccepted = random() >= refusals;
    if (isAccepted) accepted.push(String(request.headers['webhook-id']));
    response.writeHead(isAccepted ? 204 : 503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    accepted,
    acceptAll() {
      refusals = 0;
    },
  };
}
