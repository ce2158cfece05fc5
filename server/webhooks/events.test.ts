import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '#contract/ownership/webhooks.ts';
import { sendExpiryEmails } from '#server/listings/lifecycle/notices.ts';
import { WEBHOOKS_KEY } from '#server/platform/db/invalidate.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeReview } from '#tests/fixtures/conversation-factories.ts';
import { makeWebhook } from '#tests/fixtures/webhook-factories.ts';
import { createTestApi, requireSuccess, type Visitor } from '#tests/support/api.ts';
import {
  confirmPaymentIntent,
  createPaymentIntent,
  findPaymentId,
  returnFromPayment,
} from '#tests/support/payments.ts';
import { startWebhookReceiver, type WebhookPayload } from '#tests/support/servers/webhook-receiver.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const receiver = await startWebhookReceiver();
const api = await createTestApi({ postWebhook: receiver.post });
afterAll(async () => {
  await api.close();
  receiver.close();
});
const { db } = api;

let administrator: Visitor;
let owner: Visitor;
let accountId: number;
let listingId: number;
let secret: string;
beforeEach(async () => {
  for (const table of ['limits', 'webhook_endpoints', 'listings', 'conversations'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('accounts').where('id', '<>', 1).execute();
  receiver.received.length = 0;
  administrator ??= await api.signedInVisitor((await makeAccount(db, { id: 1, username: 'admin', email: null })).id);
  ({ id: accountId } = await makeAccount(db, { email: 'owner@mail.example', email_confirmed_at: new Date() }));
  owner = await api.signedInVisitor(accountId);
  ({ id: listingId } = await makeListing(db, { owner_id: accountId, title: 'Golden Hour Tacos' }));
  ({ secret } = await makeWebhook(db, accountId));
});

/** The webhooks of what was done, each verified, when all were sent. */
async function receive(count: number): Promise<WebhookPayload[]> {
  await api.invalidate([WEBHOOKS_KEY]);
  await expect.poll(() => receiver.received.length, { timeout: scaleTimeout(10_000) }).toBeGreaterThanOrEqual(count);
  const payloads = receiver.verify(secret);
  receiver.received.length = 0;
  return payloads;
}
const types = (payloads: WebhookPayload[]) => payloads.map(({ type }) => type);
const listing = () => ({ id: listingId, url: expect.stringMatching(new RegExp(`^https?://.*/ads/${listingId}$`)) });

describe('A listing', () => {
  it('is published, changed and ended in the shape of the owner’s API', async () => {
    const path = `/api/user/ads/${listingId}`;
    await requireSuccess(owner.post(`${path}/pause`));
    await requireSuccess(owner.post(`${path}/resume`));
    const { form, version } = (await owner.get(path)).body;
    await requireSuccess(owner.send('PUT', path, { ...form, title: 'Golden Hour Tacos and more', version }));
    const payloads = await receive(3);
    expect(types(payloads)).toEqual(['listing.ended', 'listing.published', 'listing.changed']);
    const [{ recentViews: _, ...own }] = (await owner.get('/api/user/ads')).body;
    const { hours, specialHours } = form;
    expect(payloads[2]?.data).toEqual({ listing: { ...own, hours, specialHours, ...listing() } });
    expect(Date.parse(payloads[2]?.timestamp ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is published when its draft is, and not while it waits for approval', async () => {
    await db
      .updateTable('listings')
      .set({ status: 'draft', email: 'hello@golden-hour.example' })
      .where('id', '=', listingId)
      .execute();
    await receive(1);
    await requireSuccess(owner.post(`/api/user/ads/${listingId}/publish`));
    expect(types(await receive(1))).toEqual(['listing.published']);
  });

  it('is ending a week before its end, ends once, and is published when it is renewed', async () => {
    const notify = () => sendExpiryEmails(db, { jobs: { enqueueEmail: async () => {} }, site: SITE });
    const expireIn = (days: number) =>
      sql`update listings set expires_at = now() + make_interval(days => ${days}) where id = ${listingId}`.execute(db);
    await expireIn(6);
    await notify();
    await notify();
    expect(types(await receive(1))).toEqual(['listing.ending']);
    await expireIn(-1);
    await notify();
    await requireSuccess(owner.post(`/api/user/ads/${listingId}/renew`));
    expect(types(await receive(2))).toEqual(['listing.ended', 'listing.published']);
  });

  it('of others and of nobody is no event', async () => {
    const { id: stranger } = await makeAccount(db);
    await makeListing(db, { owner_id: stranger });
    await makeListing(db);
    await db.updateTable('listings').set({ version: 9 }).where('id', '<>', listingId).execute();
    const { rows } = await sql`select from webhook_deliveries`.execute(db);
    expect(rows).toEqual([]);
  });
});

const SITE = { name: 'SoCal Local', origin: 'http://localhost', supportEmail: 'help@site.example' };

describe('A lead', () => {
  it('is created and answered in the shape of the API of conversations', async () => {
    const customer = await api.signedInVisitor((await makeAccount(db, { email_confirmed_at: new Date() })).id);
    const first = {
      key: crypto.randomUUID(),
      name: 'Maria Lopez',
      topic: 'price',
      text: 'What do 40 tacos cost?',
      phone: '(949) 555-0100',
    };
    const { id } = await requireSuccess(customer.post(`/api/ads/${listingId}/messages`, first));
    const [created] = await receive(1);
    const { messages, ...conversation } = (await owner.get(`/api/conversations/${id}`)).body;
    const url = expect.stringContaining(`/conversations/${id}`);
    expect(created).toMatchObject({
      type: 'lead.created',
      data: { listing: listing(), conversation: { ...conversation, url }, message: messages[0] },
    });
    expect(created?.data.conversation).toMatchObject({ customer: 'Maria Lopez', phone: '(949) 555-0100' });
    expect(JSON.stringify(created)).not.toContain('mail.example');
    const answer = { key: crypto.randomUUID(), text: 'They cost $120.' };
    await requireSuccess(owner.post(`/api/conversations/${id}/messages`, answer));
    expect(await receive(1)).toMatchObject([
      { type: 'lead.answered', data: { conversation: { id }, message: { text: 'They cost $120.' } } },
    ]);
  });

  it('goes on with what the customer writes later, and with what was held as soon as the business sees it', async () => {
    const customer = await api.signedInVisitor((await makeAccount(db, { email_confirmed_at: new Date() })).id);
    const first = { key: crypto.randomUUID(), name: 'Maria Lopez', topic: 'price', text: 'What do 40 tacos cost?' };
    const { id } = await requireSuccess(customer.post(`/api/ads/${listingId}/messages`, first));
    const path = `/api/conversations/${id}/messages`;
    await requireSuccess(customer.post(path, { key: crypto.randomUUID(), text: 'And 50?' }));
    const events = await receive(2);
    expect(types(events)).toEqual(['lead.created', 'lead.message']);
    const { messages } = (await owner.get(`/api/conversations/${id}`)).body;
    expect(events[1]).toMatchObject({ data: { listing: listing(), conversation: { id }, message: messages[1] } });
    const values = { conversation_id: id, sender: 'customer', body: 'And 60?', status: 'held' } as const;
    const held = await db.insertInto('messages').values(values).returning('id').executeTakeFirstOrThrow();
    await db.updateTable('messages').set({ status: 'sent' }).where('id', '=', held.id).execute();
    expect(await receive(1)).toMatchObject([{ type: 'lead.message', data: { message: { text: 'And 60?' } } }]);
  });

  it('that waits for a click or the staff is no event until then', async () => {
    const write = (text: string) =>
      api.visitor().post(`/api/ads/${listingId}/messages`, {
        ...{ key: crypto.randomUUID(), name: 'Maria Lopez', email: 'maria@mail.example', topic: 'price', text },
      });
    await requireSuccess(write('What do 40 tacos cost?'));
    const { rows } = await sql`select from webhook_deliveries`.execute(db);
    expect(rows).toEqual([]);
    await sql`update conversations set status = 'open', opened_at = now()`.execute(db);
    expect(types(await receive(1))).toEqual(['lead.created']);
  });
});

it('A review is published in the shape of the public API', async () => {
  const { id } = await makeReview(db, { listing_id: listingId });
  await db.updateTable('reviews').set({ release_at: sql`now()` }).where('id', '=', id).execute();
  await requireSuccess(administrator.post(`/api/admin/reviews/${id}/show`, {}));
  const [published] = await receive(1);
  const { reviews } = (await api.get(`/api/ads/${listingId}/reviews`)).body;
  expect(published).toMatchObject({ type: 'review.published', data: { listing: listing(), review: reviews[0] } });
});

it('A review that was withheld before it was sent is an event with its id', async () => {
  const { id } = await makeReview(db, { listing_id: listingId });
  const [webhook] = (await owner.get('/api/user/webhooks')).body;
  await requireSuccess(owner.post(`/api/user/webhooks/${webhook.id}/pause`));
  await requireSuccess(administrator.post(`/api/admin/reviews/${id}/show`, {}));
  const withheld = { status: 'withheld', withheld_rule: 'off-topic', withheld_reason: 'Another shop.' } as const;
  await db.updateTable('reviews').set(withheld).where('id', '=', id).execute();
  await requireSuccess(owner.post(`/api/user/webhooks/${webhook.id}/resume`));
  expect(await receive(1)).toMatchObject([
    { type: 'review.published', data: { listing: listing(), id, deleted: true } },
  ]);
});

it('A payment succeeds and is refunded in the shape of the account’s API', async () => {
  const intent = await createPaymentIntent(owner, { plan: 'monthly', listingId });
  await confirmPaymentIntent(owner, intent);
  await returnFromPayment(owner, intent.intentId);
  const id = await findPaymentId(owner, intent.intentId);
  const [succeeded] = await receive(1);
  expect(succeeded).toMatchObject({
    type: 'payment.succeeded',
    data: { listing: listing(), payment: (await owner.get(`/api/user/payments/${id}`)).body },
  });
  await requireSuccess(
    administrator.post(`/api/admin/payments/${id}/refunds`, { reason: 'It brought nobody', endsLevel: false }),
  );
  await expect
    .poll(async () => types(await receive(0)), { timeout: scaleTimeout(10_000) })
    .toEqual(['payment.refunded']);
});

it('What was deleted meanwhile is an event with its ids', async () => {
  await db.updateTable('listings').set({ version: 9 }).where('id', '=', listingId).execute();
  await db.deleteFrom('listings').where('id', '=', listingId).execute();
  expect((await receive(1))[0]).toMatchObject({ type: 'listing.changed', data: { listing: listing(), deleted: true } });
});

it('Each webhook gets the events that it wants, by the names that triggers write', async () => {
  await db.deleteFrom('webhook_endpoints').execute();
  ({ secret } = await makeWebhook(db, accountId, { events: ['listing.ended'] }));
  await db.updateTable('listings').set({ version: 9 }).where('id', '=', listingId).execute();
  await db.updateTable('listings').set({ status: 'paused' }).where('id', '=', listingId).execute();
  expect(types(await receive(1))).toEqual(['listing.ended']);
  const { rows } = await sql<{ source: string }>`
    select string_agg(prosrc, ' ') as source from pg_proc where prosrc like '%record_webhook_event(%'`.execute(db);
  const written = [...(rows[0]?.source ?? '').matchAll(/'([a-z]+\.[a-z]+)'/g)].map(([, name]) => name);
  expect(new Set(written)).toEqual(new Set(WEBHOOK_EVENTS));
});
