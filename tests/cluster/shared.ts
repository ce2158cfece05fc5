import { strict as assert } from 'node:assert';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { makeListing } from '#server/site/seed/factories.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { MULTIPART_CONTENT_TYPE, toMultipartBody } from '#tests/support/upload.ts';
import { waitUntil } from './processes.ts';
import type { Cluster } from './start-cluster.ts';
import { requireSuccess, send, signIn } from './visitor.ts';

const POSTED = 60;

/** What all nodes must agree on: limits, sessions, jobs, the rotation, pictures. */
export async function checkShared(cluster: Cluster) {
  await checkLimits(cluster);
  await checkSessions(cluster);
  await checkRotation(cluster);
  await checkUploads(cluster);
  return { emailsOfListings: await checkJobs(cluster) };
}

const urlOf = ({ nodes }: Cluster, i: number) => nodes[i % nodes.length]?.url as string;

/** A stranger's guesses are counted together, whichever node they reach. */
async function checkLimits(cluster: Cluster) {
  const statuses: number[] = [];
  for (let i = 0; i < 30 && statuses.at(-1) !== 429; i++) {
    const { status } = await send(`${urlOf(cluster, i)}/api/login`, 'POST', {
      body: JSON.stringify({ username: 'nobody-at-all', password: `wrong password ${i}` }),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': '203.0.113.7',
      },
    });
    statuses.push(status);
  }
  // docs/product.md, Accounts: ten wrong passwords of an account from an address in a quarter of an hour.
  assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
}

async function checkSessions(cluster: Cluster) {
  const { db, nodes } = cluster;
  const owner = await signIn(db);
  const getStatuses = () => Promise.all(nodes.map(async ({ url }) => (await owner.send(`${url}/api/user/ads`)).status));
  assert.deepEqual(await getStatuses(), [200, 200, 200]);
  await requireSuccess(owner.send(`${urlOf(cluster, 1)}/api/logout`, 'POST'));
  assert.deepEqual(await getStatuses(), [401, 401, 401]);
}

/** Twice, with a minute between: every node, and Varnish, shows the same featured listing first. */
async function checkRotation({ db, nodes, proxy }: Cluster) {
  for (let i = 0; i < 3; i++) await makeListing(db, { level: 'premium', title: `Featured ${i}`, zip: '93301' });
  const getOrders = () =>
    Promise.all(
      [...nodes.map(({ url }) => url), proxy].map(async (base) => {
        const { body } = await send(`${base}/api/location/kern/ads?featured=true`);
        return (JSON.parse(body).ads ?? JSON.parse(body)).map(({ title }: { title: string }) => title).join();
      }),
    );
  const seen = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const intoMinute = Date.now() % 60_000;
    // In the middle of a minute, so that all are asked in the same one.
    const wait = round === 0 ? Math.max(0, 3_000 - intoMinute) : 63_000 - intoMinute;
    await new Promise((resolve) => setTimeout(resolve, wait));
    const orders = await getOrders();
    assert.equal(new Set(orders).size, 1, orders.join(' | '));
    seen.add(orders[0] as string);
  }
  assert.equal(seen.size, 2);
}

/** A picture that one node received is served by the others. */
async function checkUploads(cluster: Cluster) {
  const owner = await signIn(cluster.db);
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  const body = toMultipartBody({ bytes });
  const uploaded = await requireSuccess(
    owner.send(`${urlOf(cluster, 0)}/api/photos`, 'POST', body, { 'content-type': MULTIPART_CONTENT_TYPE }),
  );
  const { src } = JSON.parse(uploaded.body) as { src: string };
  for (const base of [...cluster.nodes.map((node) => node.url), cluster.proxy])
    assert.equal((await send(base + src)).status, 200);
}

/** Each listing that is posted makes one email, whichever node posts it and whichever sends it. */
async function checkJobs(cluster: Cluster) {
  const { db, nodes } = cluster;
  const count = () =>
    nodes.map(({ dataDir }) => {
      const outbox = join(dataDir, 'outbox');
      return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')).length : 0;
    });
  const total = () => count().reduce((sum, emails) => sum + emails, 0);
  const before = count();
  await Promise.all(
    Array.from({ length: POSTED }, async (_, i) => {
      const poster = await signIn(db);
      const form = listingForm({ title: `Posted by everyone ${i}` });
      await requireSuccess(poster.send(`${urlOf(cluster, i)}/api/ads`, 'POST', form));
    }),
  );
  const expected = before.reduce((sum, emails) => sum + emails, 0) + POSTED;
  await waitUntil('all emails are sent', async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pgboss.job where name = 'mail' and state < 'completed'`.execute(db);
    return rows[0]?.waiting === 0;
  });
  assert.equal(total(), expected);
  return count().map((emails, i) => emails - (before[i] ?? 0));
}
