import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent } from '#tests/support/payments.ts';
import { reconcilePendingPayments } from '#tests/support/reconcile-payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

let owner: Visitor;
beforeEach(async () => {
  await db.updateTable('payments').set({ status: 'canceled' }).where('status', '=', 'open').execute();
  owner = await api.signedInVisitor((await makeAccount(db)).id);
});

const reconcilePending = () => reconcilePendingPayments(db, stripe.env);
const readStatus = async (intentId: string) =>
  (await db.selectFrom('payments').select('status').where('intent_id', '=', intentId).executeTakeFirstOrThrow()).status;
const makeOlder = (intentId: string, interval: string) =>
  sql`update payments set created_at = created_at - ${interval}::interval where intent_id = ${intentId}`.execute(db);

describe('The periodic reconciliation', () => {
  it('publishes the listing of a payment without a webhook', async () => {
    const intent = await createPaymentIntent(owner, { amount: 100, adData: listingForm({ premium: true }) });
    await stripe.pay(intent);
    await reconcilePending();
    expect((await api.get(`/api/ads/${intent.listing?.id}`)).body).toMatchObject({ premium: true });
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('cancels a payment that is open for a day', async () => {
    const intent = await createPaymentIntent(owner, { plan: 'monthly' });
    await makeOlder(intent.intentId, '23 hours');
    await reconcilePending();
    expect(await readStatus(intent.intentId)).toBe('open');
    await makeOlder(intent.intentId, '2 hours');
    await reconcilePending();
    expect(await readStatus(intent.intentId)).toBe('canceled');
    expect(await stripe.pay(intent)).toBe(400);
  });

  it('does not cancel a payment that was paid at the last moment', async () => {
    const intent = await createPaymentIntent(owner, { plan: 'monthly' });
    await makeOlder(intent.intentId, '2 days');
    await stripe.pay(intent);
    await reconcilePending();
    expect(await readStatus(intent.intentId)).toBe('paid');
  });

  it('cancels a payment that Stripe does not know after a day', async () => {
    const { intentId } = await createPaymentIntent(owner, { plan: 'monthly' });
    const unknown = `pi_of_another_key_${intentId}`;
    await db.updateTable('payments').set({ intent_id: unknown }).where('intent_id', '=', intentId).execute();
    await reconcilePending();
    expect(await readStatus(unknown)).toBe('open');
    await makeOlder(unknown, '25 hours');
    await reconcilePending();
    expect(await readStatus(unknown)).toBe('canceled');
  });

  it('cancels a payment without an intent after an hour', async () => {
    stripe.respondWith((response) => void response.writeHead(500).end());
    await owner.post('/api/create-payment-intent', { plan: 'monthly' });
    stripe.respondWith(undefined);
    const last = async () =>
      db.selectFrom('payments').select(['id', 'status']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    await reconcilePending();
    const { id, status: before } = await last();
    expect(before).toBe('open');
    await sql`update payments set created_at = now() - interval '61 minutes' where id = ${id}`.execute(db);
    await reconcilePending();
    expect((await last()).status).toBe('canceled');
  });

  it('continues with the others when one cannot be settled', async () => {
    const broken = await createPaymentIntent(owner, { plan: 'monthly' });
    const paid = await createPaymentIntent(owner, { plan: 'annual' });
    await stripe.pay(paid);
    await db.updateTable('payments').set({ intent_id: 'pi_none' }).where('intent_id', '=', broken.intentId).execute();
    await reconcilePending();
    expect(await readStatus(paid.intentId)).toBe('paid');
  });

  it.runIf(isLongRun)('checks each payment in turn, however many there are', async () => {
    await sql`
      insert into payments (mode, username, plan, level, months, amount_cents, intent_id, created_at, asked_at)
      select 'simulated', 'nobody', 'monthly', 'premium', 1, 10000, 'pi_missing_' || i, now(), now() - interval '1 hour'
      from generate_series(1, 600) as i`.execute(db);
    const paid = await createPaymentIntent(owner, { plan: 'annual' });
    await stripe.pay(paid);
    await reconcilePending();
    expect(await readStatus(paid.intentId)).toBe('open');
    await reconcilePending();
    expect(await readStatus(paid.intentId)).toBe('paid');
  });

  it('deletes events after five weeks', async () => {
    await sql`
      insert into stripe_events (id, type, received_at) values ('evt_old', 'x', now() - interval '36 days'),
        ('evt_new', 'x', now() - interval '34 days')`.execute(db);
    await reconcilePending();
    const events = await db.selectFrom('stripe_events').select('id').execute();
    expect(events).toEqual([{ id: 'evt_new' }]);
  });

  it('stops while Stripe cannot be reached', async () => {
    for (const plan of ['monthly', 'annual', 'quarterly']) await createPaymentIntent(owner, { plan });
    let asked = 0;
    stripe.respondWith((response) => {
      asked += 1;
      response.writeHead(401).end('{"error":{"message":"Invalid API Key"}}');
    });
    await reconcilePending();
    stripe.respondWith(undefined);
    expect(asked).toBe(1);
  });
});
