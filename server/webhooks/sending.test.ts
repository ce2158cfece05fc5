import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WEBHOOK_TRIES } from '#contract/ownership/webhooks.ts';
import { WEBHOOKS_KEY } from '#server/platform/db/invalidate.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeWebhook } from '#tests/fixtures/webhook-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { startWebhookReceiver } from '#tests/support/servers/webhook-receiver.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { type AttemptDeps, attempt, classifyError } from './attempt.ts';
import { leaseDueQuery } from './dispatch.ts';

const receiver = await startWebhookReceiver();
const api = await createTestApi({ postWebhook: receiver.post });
afterAll(async () => {
  await api.close();
  receiver.close();
});
const { db } = api;

let accountId: number;
let owner: Visitor;
let id: number;
let secret: string;
let listingId: number;
beforeEach(async () => {
  for (const table of ['limits', 'webhook_endpoints', 'listings', 'accounts'] as const)
    await db.deleteFrom(table).execute();
  receiver.received.length = 0;
  receiver.answer(() => ({ status: 204 }));
  api.emails.length = 0;
  const account = await makeAccount(db, { email: 'owner@mail.example', email_confirmed_at: new Date() });
  accountId = account.id;
  owner = await api.signedInVisitor(accountId);
  ({ id: listingId } = await makeListing(db, { owner_id: accountId }));
  ({ id, secret } = await makeWebhook(db, accountId));
});

const changeListing = (listing = listingId) =>
  db.updateTable('listings').set({ version: sql`version + 1` }).where('id', '=', listing).execute();
const wake = () => api.invalidate([WEBHOOKS_KEY]);
/** Lets the time of the next attempts come. */
const passTime = async () => {
  await sql`update webhook_deliveries set next_attempt_at = now() where status = 'waiting' and next_attempt_at is not null`.execute(
    db,
  );
  await wake();
};
const listDeliveries = async () => (await owner.get(`/api/user/webhooks/${id}/deliveries`)).body;
const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: scaleTimeout(10_000), interval: 20 });
const waitForAttempts = (count: number) =>
  waitFor(async () => {
    const { rows } = await sql<{ attempts: number }>`
      select coalesce(sum(attempts), 0)::int as attempts from webhook_deliveries where leased_until is null`.execute(
      db,
    );
    expect(rows[0]?.attempts).toBe(count);
  });

describe('A webhook', () => {
  it('is verified by the public library, which refuses it altered, replayed and with another secret', async () => {
    await changeListing();
    await wake();
    await waitForAttempts(1);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    const library = new Webhook(secret);
    expect(library.verify(body, headers)).toMatchObject({
      type: 'listing.changed',
      data: { listing: { id: listingId } },
    });
    expect(() => library.verify(body.replace('listing.changed', 'listing.ended'), headers)).toThrow();
    expect(() => library.verify(body, { ...headers, 'webhook-id': 'msg_other' })).toThrow();
    expect(() => new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(body, headers)).toThrow();
    vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] });
    expect(() => library.verify(body, headers)).toThrow(/too old/);
    vi.useRealTimers();
  });

  it('is signed with both secrets for a day after a new one was made', async () => {
    const { body } = await owner.post(`/api/user/webhooks/${id}/secret`);
    expect(body.secret).not.toBe(secret);
    await changeListing();
    await wake();
    await waitForAttempts(1);
    expect(receiver.verify(secret)).toEqual(receiver.verify(body.secret));
    await sql`update webhook_endpoints set rotated_at = now() - interval '24 hours 1 second'`.execute(db);
    await changeListing();
    await wake();
    await waitForAttempts(2);
    const later = receiver.received.slice(1);
    expect(receiver.verify(body.secret, later)).toHaveLength(1);
    expect(() => receiver.verify(secret, later)).toThrow();
  });

  it('keeps what was sent and what came back, up to 2,000 characters', async () => {
    receiver.answer(() => ({ status: 500, body: `\0${'x'.repeat(50_000)}` }));
    await changeListing();
    await wake();
    await waitForAttempts(1);
    const [delivery] = await listDeliveries();
    expect(delivery).toMatchObject({
      type: 'listing.changed',
      status: 'waiting',
      attempts: 1,
      responseStatus: 500,
      responseMs: expect.any(Number),
      error: null,
    });
    const { body: details } = await owner.get(`/api/user/webhooks/${id}/deliveries/${delivery.id}`);
    const [{ body, headers } = { body: '', headers: {} as Record<string, string> }] = receiver.received;
    expect(details.payload).toBe(body);
    expect(details.webhookId).toBe(headers['webhook-id']);
    expect(details.responseBody).toHaveLength(2000);
  });

  it('is not sent where a redirect leads', async () => {
    receiver.answer(() => ({ status: 302, headers: { location: 'https://shop.example/elsewhere' } }));
    await changeListing();
    await wake();
    await waitForAttempts(1);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/webhooks']);
    expect(await listDeliveries()).toMatchObject([{ status: 'waiting', responseStatus: 302 }]);
  });

  it('says the same when it is tried again, whatever changed since', async () => {
    receiver.answer(() => ({ status: 503 }));
    await changeListing();
    await wake();
    await waitForAttempts(1);
    await db.updateTable('listings').set({ title: 'Another title' }).where('id', '=', listingId).execute();
    await passTime();
    await waitForAttempts(2);
    const [first, again] = receiver.received.map(({ body }) => body);
    expect(again).toBe(first);
  });

  it('is recorded by the job that has it now, and by no slower one', async () => {
    receiver.answer(async () => {
      await db.updateTable('webhook_deliveries').set({ leases: sql`leases + 1` }).execute();
      return { status: 204 };
    });
    await owner.post(`/api/user/webhooks/${id}/test`);
    await waitFor(() => expect(receiver.received).toHaveLength(1));
    await wake();
    expect(await listDeliveries()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
  });

  it('is sent of an event that commits, and of none that is rolled back', async () => {
    await db
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('listings').set({ version: 7 }).where('id', '=', listingId).execute();
        throw new Error('on purpose');
      })
      .catch(() => {});
    expect(await listDeliveries()).toEqual([]);
  });
});

describe('The events of a listing', () => {
  it('are sent in order: the next waits while one is tried again, those of others do not', async () => {
    const { id: other } = await makeListing(db, { owner_id: accountId });
    let refused = 0;
    receiver.answer(({ body }) => {
      const isRefused = JSON.parse(body).data.listing.id === listingId && refused < 2;
      if (isRefused) refused += 1;
      return { status: isRefused ? 503 : 204 };
    });
    await changeListing();
    await db.updateTable('listings').set({ status: 'paused' }).where('id', '=', listingId).execute();
    await changeListing(other);
    await wake();
    await waitForAttempts(2);
    const sent = () => receiver.verify(secret).map(({ type, data }) => `${type} ${data.listing.id}`);
    expect(sent()).toEqual([`listing.changed ${listingId}`, `listing.changed ${other}`]);
    await passTime();
    await waitForAttempts(3);
    await passTime();
    await waitForAttempts(5);
    expect(sent().slice(2)).toEqual([
      `listing.changed ${listingId}`,
      `listing.changed ${listingId}`,
      `listing.ended ${listingId}`,
    ]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set([ids[0], ids[2], ids[3]]).size).toBe(1);
  });
});

describe('A webhook that fails', () => {
  const fail = async () => {
    receiver.answer(() => ({ status: 500 }));
    await changeListing();
    await changeListing();
    await wake();
    for (let tries = 1; tries <= WEBHOOK_TRIES; tries += 1) {
      await waitForAttempts(tries);
      await passTime();
    }
  };

  it('is tried again after pauses that grow, for 48 hours', async () => {
    receiver.answer(() => ({ status: 500 }));
    await changeListing();
    await wake();
    let minutes = 0;
    for (let tries = 1; tries < WEBHOOK_TRIES; tries += 1) {
      await waitForAttempts(tries);
      const [{ attemptedAt, nextAttemptAt }] = await listDeliveries();
      minutes += (Date.parse(nextAttemptAt) - Date.parse(attemptedAt)) / 60_000;
      await passTime();
    }
    await waitForAttempts(WEBHOOK_TRIES);
    expect(minutes).toBeCloseTo(48 * 60, 1);
  });

  it('is paused after the eighth try, its owner is told, and what waited is sent when it is resumed', async () => {
    await fail();
    const [webhook] = (await owner.get('/api/user/webhooks')).body;
    expect(webhook).toMatchObject({ pausedFor: 'failures', waiting: 2 });
    await changeListing();
    await wake();
    expect(receiver.received).toHaveLength(WEBHOOK_TRIES);
    const email = await api.waitForEmail('owner@mail.example');
    expect(email.subject).toBe('A webhook of your SoCal Local account is paused');
    expect(email.text).toContain('/account#webhooks');
    expect((await owner.post(`/api/user/webhooks/${id}/test`)).status).toBe(409);
    receiver.received.length = 0;
    receiver.answer(() => ({ status: 200 }));
    expect((await owner.post(`/api/user/webhooks/${id}/resume`)).body).toMatchObject({ pausedFor: null });
    await waitFor(async () =>
      expect((await listDeliveries()).every(({ status }: { status: string }) => status === 'delivered')).toBe(true),
    );
    expect(receiver.verify(secret)).toHaveLength(3);
    const kinds = await db
      .selectFrom('audit')
      .select('kind')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['webhook-created', 'webhook-paused', 'webhook-resumed']);
  });

  it.each([
    ['resumed', (webhook: string) => owner.post(`${webhook}/resume`)],
    [
      'sent again by its owner',
      async (webhook: string) => {
        const [{ id: delivery }] = await listDeliveries();
        return owner.post(`${webhook}/deliveries/${delivery}/resend`);
      },
    ],
  ])('has all its tries again when it is %s', async (_what, goOn) => {
    receiver.answer(() => ({ status: 500 }));
    await changeListing();
    await sql`update webhook_deliveries set attempts = ${WEBHOOK_TRIES - 1}, next_attempt_at = now() + interval '1 day'`.execute(
      db,
    );
    expect((await goOn(`/api/user/webhooks/${id}`)).status).toBeLessThan(300);
    await waitFor(async () =>
      expect(await listDeliveries()).toMatchObject([{ status: 'waiting', attempts: 1, responseStatus: 500 }]),
    );
    expect((await owner.get('/api/user/webhooks')).body).toMatchObject([{ pausedFor: null }]);
  });

  it('is told apart: no public address, no answer in time, no connection', async () => {
    await sql`update webhook_endpoints set url = 'https://10.0.0.1/'`.execute(db);
    await changeListing();
    await wake();
    await waitForAttempts(1);
    expect(await listDeliveries()).toMatchObject([{ status: 'waiting', responseStatus: null, error: 'address' }]);
    expect(receiver.received).toEqual([]);
  });
});

it.each([
  ['ENOTFOUND', 'name'],
  ['ECONNREFUSED', 'refused'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'connection'],
])('The failure %s is shown as %s', (code, error) => {
  expect(classifyError(Object.assign(new Error('10.0.0.1'), { code }))).toBe(error);
});

describe('A test', () => {
  it('is sent once, and one that failed can be sent again with the same id', async () => {
    receiver.answer(() => ({ status: 404 }));
    const { status, body } = await owner.post(`/api/user/webhooks/${id}/test`);
    expect({ status, body }).toMatchObject({ status: 201, body: { type: 'test', status: 'waiting' } });
    await waitForAttempts(1);
    expect(await listDeliveries()).toMatchObject([{ status: 'failed', responseStatus: 404 }]);
    receiver.answer(() => ({ status: 200 }));
    await owner.post(`/api/user/webhooks/${id}/deliveries/${body.id}/resend`);
    await waitFor(async () => expect(await listDeliveries()).toMatchObject([{ status: 'delivered' }]));
    const [first, again] = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(again).toBe(first);
    expect(receiver.verify(secret)[1]).toMatchObject({ type: 'test', data: {} });
  });

  it('can be asked for 60 times an hour', async () => {
    await sql`insert into limits (key, hits, ends_at) values (${`send-webhook:${accountId}`}, 60, now() + interval '1 hour')`.execute(
      db,
    );
    expect((await owner.post(`/api/user/webhooks/${id}/test`)).status).toBe(429);
  });
});

describe('Nothing is sent', () => {
  it('by a suspended account, of what waited neither', async () => {
    await changeListing();
    await db
      .updateTable('accounts')
      .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' })
      .execute();
    await changeListing();
    await wake();
    const { rows } = await sql<{ leases: number }>`select leases from webhook_deliveries`.execute(db);
    expect(rows).toEqual([{ leases: 0 }]);
    expect(receiver.received).toEqual([]);
  });

  it('by an account that was suspended after a job took what waits', async () => {
    await changeListing();
    const [lease] = (await leaseDueQuery(1, id).execute(db)).rows;
    await db
      .updateTable('accounts')
      .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' })
      .execute();
    // The others are for what is sent.
    await attempt({ db, post: receiver.post } as AttemptDeps, lease as NonNullable<typeof lease>);
    expect(receiver.received).toEqual([]);
  });

  it('while its owner has paused it, and then everything', async () => {
    await changeListing();
    await owner.post(`/api/user/webhooks/${id}/pause`);
    await changeListing();
    await wake();
    expect(receiver.received).toEqual([]);
    expect((await owner.get('/api/user/webhooks')).body).toMatchObject([{ pausedFor: 'owner', waiting: 2 }]);
    const waits = { status: 'waiting', nextAttemptAt: null };
    expect(await listDeliveries()).toMatchObject([waits, waits]);
    await owner.post(`/api/user/webhooks/${id}/resume`);
    await waitForAttempts(2);
    expect(receiver.verify(secret)).toMatchObject([{ type: 'listing.changed' }, { type: 'listing.changed' }]);
  });

  it('to a receiver that has not answered yet', async () => {
    await changeListing();
    await changeListing((await makeListing(db, { owner_id: accountId })).id);
    const lease = async () => (await leaseDueQuery(10).execute(db)).rows.length;
    expect([await lease(), await lease()]).toEqual([1, 0]);
  });

  it('twice by two processes', async () => {
    for (let i = 0; i < 5; i += 1) await changeListing();
    await Promise.all([wake(), wake(), wake()]);
    await waitForAttempts(5);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
    expect(receiver.received).toHaveLength(5);
  });
});
