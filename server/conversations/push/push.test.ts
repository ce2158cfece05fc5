import { createECDH, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { suspend } from '#server/admin/suspension.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import type { PostPush } from './push.ts';
import { findOrCreateVapidKeys } from './vapid-keys.ts';

const pushed: { url: string; headers: Record<string, string>; body: Buffer }[] = [];
let answer: (url: string) => number = () => 201;
const postPush: PostPush = async (url, { headers, body }) => {
  pushed.push({ url, headers, body });
  return answer(url);
};
const api = await createListeningApi({ postPush });
afterAll(api.close);
const { db } = api;
const PATH = '/api/user/push-subscription';

let owner: Awaited<ReturnType<typeof makeAccount>>;
let listingId: number;

beforeEach(async () => {
  await waitForEmptyMailQueue(db);
  for (const table of ['limits', 'conversations', 'listings'] as const) await db.deleteFrom(table).execute();
  await db.deleteFrom('accounts').execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  owner = await makeAccount(db, { email_confirmed_at: new Date() });
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Sunrise Plumbing' }));
  answer = () => 201;
  pushed.length = 0;
});

const subscription = (endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`) => {
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint, keys };
};

/** Waits for the requests to push services, in any order. */
async function expectPushed(...urls: string[]) {
  await expect.poll(() => pushed.map(({ url }) => url).sort()).toEqual(urls.toSorted());
  pushed.length = 0;
}

/** A visitor whose browser gets push messages, and has got the first one. */
async function subscribed(accountId: number, chosen = subscription()) {
  const visitor = await api.signedInVisitor(accountId);
  expect((await visitor.send('PUT', PATH, chosen)).body).toMatchObject({ endpoint: chosen.endpoint });
  await expectPushed(chosen.endpoint);
  return { visitor, endpoint: chosen.endpoint };
}

const write = async (visitor: Visitor) => {
  const { body } = await visitor.post(`/api/ads/${listingId}/messages`, {
    name: 'Maria',
    topic: 'question',
    text: 'Our water heater leaks.',
    key: randomUUID(),
  });
  return body.id as number;
};
const makeCustomer = () => makeAccount(db, { email: 'maria@mail.example', email_confirmed_at: new Date() });

describe('push messages', () => {
  it('tell the business of a message, and its customer of the answer, in all their browsers', async () => {
    const business = await subscribed(owner.id);
    const phone = await subscribed(owner.id, subscription('https://web.push.apple.com/abcdefghijklmnop'));
    const customer = await subscribed((await makeCustomer()).id);
    const id = await write(customer.visitor);
    await expectPushed(business.endpoint, phone.endpoint);
    await business.visitor.post(`/api/conversations/${id}/messages`, {
      text: 'On Thursday.',
      pictures: [],
      key: randomUUID(),
    });
    await expectPushed(customer.endpoint);
  });

  it('are in the language of each account, and open a page in it', async () => {
    await subscribed(
      (await makeAccount(db, { id: owner.id + 1000, language: 'es', email_confirmed_at: new Date() })).id,
    );
    await subscribed(owner.id);
    await db.updateTable('accounts').set({ language: 'es' }).where('id', '=', owner.id).execute();
    const customer = await subscribed((await makeCustomer()).id);
    const id = await write(customer.visitor);
    const business = await api.signedInVisitor(owner.id);
    await business.post(`/api/conversations/${id}/messages`, { text: 'El jueves.', pictures: [], key: randomUUID() });
    const { rows } = await sql<{ data: { title: string; path: string } }>`
      select data from pgboss.job where name = 'push' order by created_on`.execute(db);
    expect(rows.map(({ data: { title, path } }) => ({ title, path })).slice(-5)).toEqual([
      { title: 'Las notificaciones están activadas', path: '/es/account#messages' },
      { title: 'Notifications are on', path: '/account#messages' },
      { title: 'Notifications are on', path: '/account#messages' },
      { title: 'Maria escribió a Sunrise Plumbing', path: `/es/conversations/${id}` },
      { title: 'Sunrise Plumbing answered', path: `/conversations/${id}` },
    ]);
  });

  it('are encrypted, and signed with the key of the site', async () => {
    const { visitor } = { visitor: await api.signedInVisitor(owner.id) };
    const { body: status } = await visitor.get(PATH);
    expect(status).toEqual({ publicKey: (await findOrCreateVapidKeys(db)).publicKey, endpoint: null });
    await visitor.send('PUT', PATH, subscription());
    await expect.poll(() => pushed.length).toBe(1);
    const [{ headers, body }] = pushed as [(typeof pushed)[number]];
    expect(headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', TTL: '86400' });
    expect(body.toString('latin1')).not.toContain('Notifications');
    const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.Authorization ?? '') ?? [];
    expect(key).toBe(status.publicKey);
    const [head, claims, signature] = token.split('.') as [string, string, string];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: 'https://fcm.googleapis.com',
    });
    const point = Buffer.from(status.publicKey, 'base64url');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(isSigned).toBe(true);
  });

  it('end with the session, when they are turned off, and when the account is suspended', async () => {
    const customer = await api.signedInVisitor((await makeCustomer()).id);
    const out = await subscribed(owner.id);
    const off = await subscribed(owner.id);
    const still = await subscribed(owner.id);
    await out.visitor.post('/api/logout');
    expect((await off.visitor.send('DELETE', PATH)).status).toBe(204);
    expect((await off.visitor.get(PATH)).body.endpoint).toBeNull();
    await write(customer);
    await expectPushed(still.endpoint);
    await suspend(db, { id: owner.id, reason: 'spam', by: 1 });
    expect(await db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([]);
  });

  it('to a browser are those of its last session', async () => {
    const chosen = subscription();
    const first = await subscribed(owner.id, chosen);
    const other = await api.signedInVisitor((await makeCustomer()).id);
    await other.send('PUT', PATH, chosen);
    await expectPushed(chosen.endpoint);
    expect((await first.visitor.get(PATH)).body.endpoint).toBeNull();
    // The same again is no news; another endpoint takes the place of the first.
    await other.send('PUT', PATH, chosen);
    const customerId = (
      await db
        .selectFrom('accounts')
        .select('id')
        .where('email_key', '=', 'maria@mail.example')
        .executeTakeFirstOrThrow()
    ).id;
    const { id } = await makeConversation(db, { listing_id: listingId, customer_id: customerId });
    const business = await api.signedInVisitor(owner.id);
    await business.post(`/api/conversations/${id}/messages`, { text: 'On Thursday.', pictures: [], key: randomUUID() });
    await expectPushed(chosen.endpoint);
    const next = subscription();
    await other.send('PUT', PATH, next);
    await expectPushed(next.endpoint);
    expect(await db.selectFrom('push_subscriptions').select('endpoint').execute()).toEqual([
      { endpoint: next.endpoint },
    ]);
  });

  it('end when the push service does not know the browser any more, and are tried again when it is away', async () => {
    const customer = await api.signedInVisitor((await makeCustomer()).id);
    const gone = await subscribed(owner.id);
    const away = await subscribed(owner.id);
    answer = (url) => (url === gone.endpoint ? 410 : 503);
    await write(customer);
    await expectPushed(gone.endpoint, away.endpoint);
    await expect
      .poll(() => db.selectFrom('push_subscriptions').select('endpoint').execute())
      .toEqual([{ endpoint: away.endpoint }]);
    const waiting = db
      .selectFrom('pgboss.job' as never)
      .select('state' as never)
      .where('name' as never, '=', 'push' as never)
      .where('state' as never, '=', 'retry' as never);
    await expect.poll(() => waiting.execute()).toHaveLength(1);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abcdef',
    'https://fcm.googleapis.com.attacker.example/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abcdef',
    'https://user@fcm.googleapis.com/fcm/send/abcdef',
    'https://127.0.0.1/fcm/send/abcdef',
    'https://push.attacker.example/abcdefghijk',
    'nonsense',
  ])('go to push services only, not to %s', async (endpoint) => {
    const visitor = await api.signedInVisitor(owner.id);
    expect((await visitor.send('PUT', PATH, subscription(endpoint))).status).toBe(400);
  });

  it('need a key of the browser', async () => {
    const visitor = await api.signedInVisitor(owner.id);
    const { endpoint, keys } = subscription();
    const wrong = { endpoint, keys: { ...keys, p256dh: `B${'x'.repeat(86)}` } };
    expect((await visitor.send('PUT', PATH, wrong)).body.issues).toMatchObject([{ path: 'keys.p256dh' }]);
  });
});
