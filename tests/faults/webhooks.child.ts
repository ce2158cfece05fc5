import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { WEBHOOKS_KEY } from '#server/platform/db/invalidate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { createApp } from '#server/site/app.ts';
import { createRandom, killAfterSteps, stopKilling } from './kill-after-steps.ts';

// A process of the site that sends what the processes killed before it have left, while listings change at random, until it kills itself
// before its n-th statement to the database or request to the receiver. Arguments: the receiver, the seed, and n.
const [receiver = '', seed = '1', steps = '1'] = process.argv.slice(2);
const CHANGES = 12;

const random = createRandom(Number(seed));
const env = readEnv();
const { db, close } = await openDatabase(env);
const app = await createApp({
  env,
  db,
  mailer: { send: async () => {}, close: async () => {} },
  async postWebhook(_url, { headers, body }) {
    const response = await fetch(receiver, { method: 'POST', headers, body });
    return { status: response.status, body: await response.text() };
  },
});
const send = () => app.invalidate([WEBHOOKS_KEY]);
/** The leases of killed processes end, and the time of further attempts comes. */
const passTime = () =>
  sql`update webhook_deliveries set leased_until = null, next_attempt_at = now() where status = 'waiting'`.execute(db);

await passTime();
killAfterSteps(Number(steps));
await send();
for (let change = 0; change < CHANGES; change += 1) {
  const { rows } = await sql<{ id: number; version: number }>`
    update listings set version = version + 1 where id = (select id from listings order by id offset ${Math.floor(random() * 2)} limit 1)
    returning id, version`.execute(db);
  appendFileSync(join(env.DATA_DIR, 'acknowledged'), `${rows[0]?.id} ${rows[0]?.version}\n`);
  await send();
}
// Further attempts are not awaited.
while (await isSending()) await delay(20);
stopKilling();
await app.http.close();
await close();

async function isSending() {
  const { rows } = await sql`
    select from webhook_deliveries where status = 'waiting' and (attempts = 0 or leased_until > now()) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
