import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { openPaymentProvider } from '#server/platform/stripe/open.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import {
  confirmPaymentIntent,
  createPaymentIntent,
  findPaymentId,
  returnFromPayment,
} from '#tests/support/payments.ts';
import { reconcilePendingPayments } from '#tests/support/reconcile-payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { reconcile } from './reconciliation.ts';
import { settle } from './settlement.ts';

const database = await createTestDatabase();
const stripe = await startStripeServer({ isLive: true });
const { db } = database;

const NO_PAYMENT = { message: 'Payment not found.' };

describe('What was bought in the simulator', { shuffle: false }, () => {
  let api: Awaited<ReturnType<typeof createTestApi>>;
  let ownerId: number;
  let owner: Visitor;
  let administrator: Visitor;
  let listingId: number;
  let intents: { credit: string; open: string; live?: string };
  let simulatedIds: number[];

  /** Starts the site with other keys. */
  async function restart(env: Record<string, string>) {
    await api?.close();
    api = await createTestApi({ env, database });
    owner = await api.signedInVisitor(ownerId);
    administrator = await api.signedInVisitor(1);
  }
  const getLevel = async () => {
    const { level, paidUntil } = (await owner.get(`/api/user/ads/${listingId}`)).body;
    return { level, paidUntil };
  };

  beforeAll(async () => {
    ({ id: ownerId } = await makeAccount(db));
    await makeAccount(db, { id: 1, username: 'admin', email: null });
    ({ id: listingId } = await makeListing(db, { owner_id: ownerId }));
    await restart({});
    const buy = async (request: object) => {
      const intent = await createPaymentIntent(owner, request);
      await confirmPaymentIntent(owner, intent);
      await owner.get(`/api/user/payment-intents/${intent.intentId}`);
      return intent.intentId;
    };
    await buy({ plan: 'annual', listingId });
    intents = { credit: await buy({ plan: 'annual' }), open: '' };
    intents.open = (await createPaymentIntent(owner, { plan: 'monthly' })).intentId;
    simulatedIds = (await owner.get('/api/user/payments')).body.map(({ id }: { id: number }) => id);
    simulatedIds.unshift(await findPaymentId(owner, intents.open));
    await owner.post(`/api/user/payments/${simulatedIds.at(-1)}/refund-requests`, { reason: 'Please' });
    expect(simulatedIds).toHaveLength(3);
    expect(await getLevel()).toMatchObject({ level: 'premium' });
    expect((await owner.get('/api/user/credits')).body).toHaveLength(1);
  });
  afterAll(async () => {
    await api.close();
    await stripe.close();
    await database.drop();
  });

  it('is marked so', async () => {
    const { rows } = await sql`
      select mode, count(*)::int from payments group by mode union all select mode, count(*)::int from terms group by mode`.execute(
      db,
    );
    expect(rows).toEqual([
      { mode: 'simulated', count: 3 },
      { mode: 'simulated', count: 1 },
    ]);
  });

  it('is no credit with live keys, neither listed nor spent', async () => {
    await restart(stripe.env);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    expect((await owner.post(`/api/user/ads/${listingId}/redeem`)).status).toBe(402);
    expect((await owner.post('/api/ads', listingForm({ premium: true }))).status).toBe(402);
    expect((await returnFromPayment(owner, intents.credit, { title: 'x' })).status).toBe(404);
    const { rows } = await sql`select from terms where mode = 'live'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('is no paid level with live keys', async () => {
    expect(await getLevel()).toEqual({ level: 'free', paidUntil: null });
    expect((await api.get(`/api/ads/${listingId}`)).body).toMatchObject({ level: 'free', premium: false });
    expect((await api.get('/api/ads/featured')).body).toEqual([]);
  });

  it('is in no list, receipt, export, overview or reconciliation', async () => {
    expect((await owner.get('/api/user/payments')).body).toEqual([]);
    expect((await owner.get('/api/user/export')).body.payments).toEqual([]);
    expect((await administrator.get('/api/admin/payments')).body).toEqual([]);
    expect((await administrator.get('/api/admin/payments?refundRequested=true')).body).toEqual([]);
    const { days } = (await administrator.get('/api/admin/overview')).body;
    expect(days.filter((day: { payments: number; paidCents: number }) => day.payments || day.paidCents)).toEqual([]);
    const { provider } = openPaymentProvider(readEnv(stripe.env), db, async () => 200);
    expect(await reconcile(db, provider, new Date(0))).toMatchObject({ charges: 0, differences: [] });
  });

  it('cannot be settled, canceled or refunded, and is not asked for at Stripe', async () => {
    for (const id of simulatedIds) {
      const refused = await Promise.all([
        owner.get(`/api/user/payments/${id}`),
        owner.post(`/api/user/payments/${id}/cancel`),
        owner.post(`/api/user/payments/${id}/refund-requests`, { reason: 'Please' }),
        administrator.post(`/api/admin/payments/${id}/refunds`, { reason: 'Please' }),
      ]);
      expect(refused.map(({ status, body }) => [status, body])).toEqual(refused.map(() => [404, NO_PAYMENT]));
      const declined = await administrator.post(`/api/admin/payments/${id}/decline-refund`, { answer: 'No' });
      expect(declined.status).toBe(404);
    }
    const requests: string[] = [];
    stripe.respondWith((response, request) => {
      requests.push(request);
      response.writeHead(500).end();
    });
    for (const intentId of [intents.credit, intents.open]) {
      expect((await owner.get(`/api/user/payment-intents/${intentId}`)).status).toBe(404);
    }
    expect(await db.selectFrom('refund_requests').select('status').execute()).toEqual([{ status: 'open' }]);
    await sql`update payments set created_at = created_at - interval '2 days'`.execute(db);
    const refund = { amount_cents: 100, reason: 'Please', ends_level: false };
    await db
      .insertInto('refunds')
      .values({ ...refund, payment_id: simulatedIds.at(-1) as number })
      .execute();
    await reconcilePendingPayments(db, stripe.env);
    stripe.respondWith(undefined);
    expect(requests).toEqual([]);
    expect(await db.selectFrom('payments').select('status').where('intent_id', '=', intents.open).execute()).toEqual([
      { status: 'open' },
    ]);
  });

  it('is not settled as money, even if Stripe knew its intent', async () => {
    const intent = await createPaymentIntent(owner, { plan: 'enhanced' });
    await stripe.pay(intent);
    const { provider: cards } = openPaymentProvider(readEnv(stripe.env), db, async () => 200);
    for (const intent_id of [intent.intentId, null]) {
      await db.updateTable('payments').set({ intent_id, mode: 'simulated' }).where('plan', '=', 'enhanced').execute();
      await expect(settle({ db, cards } as PaymentDeps, intent.intentId)).rejects.toThrow(NO_PAYMENT.message);
      const payment = db.selectFrom('payments').select(['status', 'intent_id']).where('plan', '=', 'enhanced');
      expect(await payment.execute()).toEqual([{ status: 'open', intent_id }]);
    }
    await db.deleteFrom('payments').where('plan', '=', 'enhanced').execute();
  });

  it('does not extend what is then bought with money, and takes no number of its receipts', async () => {
    const other = await createPaymentIntent(owner, { plan: 'monthly' });
    const otherId = await findPaymentId(owner, other.intentId);
    expect((await owner.post(`/api/user/payments/${otherId}/cancel`)).status).toBe(200);
    const former = db.selectFrom('payments').select('status').where('intent_id', '=', intents.open);
    expect(await former.execute(), `beside ${other.intentId}`).toEqual([{ status: 'open' }]);
    const intent = await createPaymentIntent(owner, { plan: 'monthly', listingId });
    await stripe.pay(intent);
    await owner.get(`/api/user/payment-intents/${intent.intentId}`);
    intents.live = intent.intentId;
    const { level, paidUntil } = await getLevel();
    expect(level).toBe('premium');
    const days = (Date.parse(paidUntil) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    expect((await owner.get('/api/user/payments')).body[0]).toMatchObject({ receiptNumber: 'SL-000001' });
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('counts again in the simulator, where what was paid with money does not', async () => {
    const live = await getLevel();
    await restart({});
    const days = (Date.parse((await getLevel()).paidUntil) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(360);
    expect((await owner.get('/api/user/credits')).body).toHaveLength(1);
    expect((await owner.get(`/api/user/payment-intents/${intents.live}`)).status).toBe(404);
    expect(await findViolatedInvariants(db)).toEqual([]);

    await restart(stripe.env);
    expect(await getLevel()).toEqual(live);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('is worth nothing either where the keys are missing in production, and what was paid with money is', async () => {
    const live = await getLevel();
    await restart({ ORIGIN: 'https://directory.example' });
    owner.cookies.set('__Host-session', owner.cookies.get('session') as string);
    expect(await getLevel()).toEqual(live);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
  });
});
