import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { repetitions, selectEveryNth } from '#tests/support/long-run.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent, returnFromPayment } from '#tests/support/payments.ts';
import { deliverWebhook, signEvent, startStripeServer } from '#tests/support/servers/stripe-server.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ({ id: ownerId } = await makeAccount(db));
  owner = await api.signedInVisitor(ownerId);
});

const premium = (title = 'Golden Hour Plumbing') => ({ amount: 100, adData: listingForm({ premium: true, title }) });
const findPayment = (intentId: string) =>
  db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirstOrThrow();
const findTerms = (paymentId: number) =>
  db.selectFrom('terms').selectAll().where('payment_id', '=', paymentId).execute();
const getOutcome = async (intentId: string, visitor = owner) =>
  (await visitor.get(`/api/user/payment-intents/${intentId}`)).body;
/** Resolves when all queued settlements are done. */
const allSettled = () =>
  expect
    .poll(
      async () => {
        const left = sql<{ left: number }>`
          select count(*)::int as left from pgboss.job where name = 'settle' and state < 'completed'`;
        return (await left.execute(db)).rows[0]?.left;
      },
      { timeout: scaleTimeout(20_000), interval: 20 },
    )
    .toBe(0);
/** The events of an intent, in their order. */
const findEvents = (intentId: string) => stripe.events.filter((event) => JSON.stringify(event).includes(intentId));
async function expectOneListing(intentId: string) {
  await allSettled();
  const payment = await findPayment(intentId);
  expect(await findTerms(payment.id)).toHaveLength(1);
  const listing = await db
    .selectFrom('listings')
    .select(['status', 'level'])
    .where('owner_id', '=', payment.account_id)
    .execute();
  expect(listing).toEqual([{ status: 'active', level: 'premium' }]);
  expect(await findViolatedInvariants(db)).toEqual([]);
}

const EVENTS = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded', 'charge.refunded'];
/** The orders of events: all 24 in the long run, each third one in the usual run, another third for each seed. */
const ORDERS = selectEveryNth(3, permutations(EVENTS));

/** How many requests of one payment race: more than the pool has connections. */
const AT_ONCE = repetitions(25, 50);

describe('A bank debit that is refused after days', () => {
  const mails = (email: string) =>
    api.emails.filter(({ to, subject }) => to === email && subject.includes('didn’t go through'));
  const settleEvent = async (intentId: string, id: string) => {
    const event = {
      id,
      type: 'payment_intent.payment_failed',
      data: { object: { id: intentId, object: 'payment_intent' } },
    };
    await deliverWebhook(api.visitor(), signEvent(event));
    await allSettled();
  };

  it('is told to the owner once, and publishes nothing', async () => {
    const { id, email } = await makeAccount(db);
    const intent = await createPaymentIntent(await api.signedInVisitor(id), premium());
    await stripe.updateObject(intent.intentId, { status: 'processing' });
    await settleEvent(intent.intentId, 'evt_debit_1');
    expect((await findPayment(intent.intentId)).processing_at).not.toBeNull();
    await stripe.updateObject(intent.intentId, { status: 'requires_payment_method' });
    for (const event of ['evt_debit_2', 'evt_debit_3']) await settleEvent(intent.intentId, event);
    await waitForEmptyMailQueue(db);
    expect(mails(email as string)).toHaveLength(1);
    expect(mails(email as string)[0]?.text).toContain('Nothing was charged');
    expect(await findPayment(intent.intentId)).toMatchObject({ status: 'open', processing_at: null });
  });

  it('is no news of a declined card, whose owner sees it', async () => {
    const { id, email } = await makeAccount(db);
    const intent = await createPaymentIntent(await api.signedInVisitor(id), premium());
    await settleEvent(intent.intentId, 'evt_declined');
    await waitForEmptyMailQueue(db);
    expect(mails(email as string)).toEqual([]);
  });
});

describe('One paid intent creates one listing', () => {
  it(`when the browser returns ${AT_ONCE} times concurrently`, async () => {
    const intent = await createPaymentIntent(owner, premium());
    await stripe.pay(intent);
    const responses = await Promise.all(
      Array.from({ length: AT_ONCE }, () => returnFromPayment(owner, intent.intentId)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.ad.id))).toEqual(new Set([intent.listing?.id]));
    await expectOneListing(intent.intentId);
    expect((await findPayment(intent.intentId)).receipt_number).not.toBeNull();
  });

  it(`when ${AT_ONCE} requests send the form of a payment without a listing`, async () => {
    const intent = await createPaymentIntent(owner, { plan: 'monthly' });
    await stripe.pay(intent);
    const { socialMedia, hours, languages, yearFounded, logo, photos, tags, faq, review, specialHours, pin, ...form } =
      listingForm();
    const texts = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
    const responses = await Promise.all(
      Array.from({ length: AT_ONCE }, () => returnFromPayment(owner, intent.intentId, texts)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.ad.id)).size).toBe(1);
    await expectOneListing(intent.intentId);
  });

  it('when browser and webhook race, the webhook twice', async () => {
    for (let run = 0; run < repetitions(2, 5); run++) {
      const account = await makeAccount(db);
      const visitor = await api.signedInVisitor(account.id);
      const intent = await createPaymentIntent(visitor, premium());
      await stripe.pay(intent);
      const sent = findEvents(intent.intentId).map((event) => signEvent(event));
      await Promise.all([
        ...[...sent, ...sent].map((event) => deliverWebhook(api.visitor(), event)),
        ...Array.from({ length: 5 }, () => returnFromPayment(visitor, intent.intentId)),
      ]);
      await expectOneListing(intent.intentId);
    }
  });

  it('when the browser is closed after paying, and the webhook arrives late and twice', async () => {
    const intent = await createPaymentIntent(owner, premium());
    await stripe.pay(intent);
    for (const event of findEvents(intent.intentId)) {
      await deliverWebhook(api.visitor(), signEvent(event));
      await deliverWebhook(api.visitor(), signEvent(event));
    }
    await expectOneListing(intent.intentId);
    await waitForEmptyMailQueue(db);
    const { email } = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow();
    expect(api.emails.filter(({ to, subject }) => to === email && subject.startsWith('Receipt'))).toHaveLength(1);
  });

  it(`in ${ORDERS.length} orders of 4 events, and a refund among them ends it`, async () => {
    const paid = await Promise.all(
      ORDERS.map(async (order) => {
        const visitor = await api.signedInVisitor((await makeAccount(db)).id);
        const intent = await createPaymentIntent(visitor, premium());
        await stripe.pay(intent);
        return { order, ...intent };
      }),
    );
    const send = async (part: (order: string[]) => string[]) => {
      for (const { order, intentId } of paid) {
        const events = part(order).flatMap((kind) => findEvents(intentId).find(({ type }) => type === kind) ?? []);
        for (const event of events) await deliverWebhook(api.visitor(), signEvent(event));
      }
      await allSettled();
    };
    // The refund is made after the second event, so its event is late in half of the orders.
    await send((order) => order.slice(0, 2));
    for (const { intentId } of paid) await stripe.refund(intentId);
    await send(([first, second, ...rest]) => [first, second, ...rest] as string[]);
    const rows = await db
      .selectFrom('payments')
      .innerJoin('listings', 'listings.id', 'payments.listing_id')
      .innerJoin('terms', 'terms.payment_id', 'payments.id')
      .select(['payments.status', 'returned_at', 'listings.level', 'ended_at'])
      .where(
        'intent_id',
        'in',
        paid.map(({ intentId }) => intentId),
      )
      .execute();
    expect(rows).toHaveLength(ORDERS.length);
    for (const row of rows)
      expect(row).toEqual({ status: 'paid', returned_at: expect.any(Date), level: 'free', ended_at: expect.any(Date) });
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('when two plans for one draft are paid: the second extends its time', async () => {
    const first = await createPaymentIntent(owner, premium());
    await stripe.pay(first);
    const second = await createPaymentIntent(owner, { plan: 'quarterly', listingId: first.listing?.id });
    await stripe.pay(second);
    await Promise.all([returnFromPayment(owner, second.intentId), returnFromPayment(owner, first.intentId)]);
    const terms = await db
      .selectFrom('terms')
      .select('months')
      .where('listing_id', '=', first.listing?.id as number)
      .execute();
    expect(terms.map(({ months }) => months).toSorted()).toEqual([1, 3]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });
});

describe('A payment becomes a credit', () => {
  it.each([
    ['deleted', { deleted_from: 'draft' as const, deleted_at: new Date() }],
    ['hidden', { hidden_from: 'active' as const, hidden_reason: 'Spam', hidden_at: new Date() }],
  ] as const)('when its listing is %s by then, and is used when it is back', async (status, columns) => {
    const intent = await createPaymentIntent(owner, premium());
    const id = intent.listing?.id as number;
    await db
      .updateTable('listings')
      .set({ status, ...columns })
      .where('id', '=', id)
      .execute();
    await stripe.pay(intent);
    expect(await getOutcome(intent.intentId)).toMatchObject({ outcome: 'credit', ad: null });
    expect((await owner.post(`/api/user/ads/${id}/redeem`)).status).toBe(409);
    await db
      .updateTable('listings')
      .set({
        status: 'draft',
        deleted_from: null,
        deleted_at: null,
        hidden_from: null,
        hidden_reason: null,
        hidden_at: null,
      })
      .where('id', '=', id)
      .execute();
    expect((await owner.get('/api/user/credits')).body).toHaveLength(1);
    expect((await owner.post(`/api/user/ads/${id}/redeem`)).body).toMatchObject({ status: 'active', level: 'premium' });
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('when its listing was deleted or has another owner', async () => {
    for (const change of [
      (id: number) => db.deleteFrom('listings').where('id', '=', id).execute(),
      async (id: number) => {
        const { id: owner_id } = await makeAccount(db);
        await db.updateTable('listings').set({ owner_id }).where('id', '=', id).execute();
      },
    ]) {
      const { id } = await makeListing(db, { owner_id: ownerId });
      const intent = await createPaymentIntent(owner, { plan: 'annual', listingId: id });
      await change(id);
      await stripe.pay(intent);
      expect(await getOutcome(intent.intentId)).toMatchObject({ outcome: 'credit' });
    }
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('that concurrent posts use once', async () => {
    const intent = await createPaymentIntent(owner, { plan: 'monthly' });
    await stripe.pay(intent);
    await getOutcome(intent.intentId);
    const posts = Array.from({ length: 10 }, (_, i) =>
      owner.post('/api/ads', listingForm({ premium: true, title: `Listing number ${i}` })),
    );
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array(9).fill(402)]);
    // The refused posts stored nothing.
    expect((await owner.get('/api/user/ads')).body).toHaveLength(1);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('that a premium post takes from the premium credit, also when an enhanced one is older', async () => {
    for (const plan of ['enhanced', 'monthly']) {
      const intent = await createPaymentIntent(owner, { plan });
      await stripe.pay(intent);
      await getOutcome(intent.intentId);
    }
    const { status, body } = await owner.post('/api/ads', listingForm({ premium: true }));
    expect(status).toBe(201);
    expect((await owner.get(`/api/user/ads/${body.ad.id}`)).body.level).toBe('premium');
    expect((await owner.get('/api/user/credits')).body).toMatchObject([{ plan: 'enhanced' }]);
  });

  it('that a repeated form uses once, with the same response', async () => {
    const intents = [
      await createPaymentIntent(owner, { plan: 'monthly' }),
      await createPaymentIntent(owner, { plan: 'annual' }),
    ];
    for (const intent of intents) {
      await stripe.pay(intent);
      await getOutcome(intent.intentId);
    }
    const again = () => owner.post('/api/ads', listingForm({ premium: true }));
    const responses = await Promise.all([again(), again(), again()]);
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.ad?.id}`)).size).toBe(1);
    expect((await owner.get('/api/user/credits')).body).toHaveLength(1);
  });
});

describe('An account', () => {
  it('that is suspended keeps its payment, and its listing is hidden with the others', async () => {
    const intent = await createPaymentIntent(owner, premium());
    await db
      .updateTable('accounts')
      .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' })
      .where('id', '=', ownerId)
      .execute();
    await sql`update listings set owner_suspended = true where owner_id = ${ownerId}`.execute(db);
    await stripe.pay(intent);
    await deliverWebhook(api.visitor(), signEvent(findEvents(intent.intentId).at(-1) ?? {}));
    await allSettled();
    expect((await findPayment(intent.intentId)).redeemed_at).not.toBeNull();
    expect((await api.get(`/api/ads/${intent.listing?.id}`)).status).toBe(404);
  });

  it('that is deleted before it pays gets a refund', async () => {
    const intent = await createPaymentIntent(owner, premium());
    expect((await owner.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
    await stripe.pay(intent);
    await deliverWebhook(api.visitor(), signEvent(findEvents(intent.intentId).at(-1) ?? {}));
    await allSettled();
    expect(await findPayment(intent.intentId)).toMatchObject({
      status: 'refused',
      account_id: null,
      refusal: 'The account that it was paid for is gone.',
    });
    expect(await stripe.findObjects('refund', intent.intentId)).toMatchObject([{ amount: 10_000 }]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('that is deleted while it pays causes no deadlock', async () => {
    for (let run = 0; run < repetitions(2, 5); run++) {
      const account = await makeAccount(db);
      const visitor = await api.signedInVisitor(account.id);
      const intent = await createPaymentIntent(visitor, premium());
      await stripe.pay(intent);
      const [back, gone] = await Promise.all([
        returnFromPayment(visitor, intent.intentId),
        visitor.send('DELETE', '/api/user', { password: PASSWORD }),
      ]);
      expect(gone.status).toBe(200);
      // The account ends after the listing is published, while the payment is settled, or before.
      const { status } = await findPayment(intent.intentId);
      expect(['201 paid', '409 refused', '404 open', '401 open']).toContain(`${back.status} ${status}`);
      const refunds = status === 'refused' ? [{ amount: 10_000 }] : [];
      await expect.poll(() => stripe.findObjects('refund', intent.intentId)).toMatchObject(refunds);
    }
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('cannot read or change a payment of another account', async () => {
    const intent = await createPaymentIntent(owner, premium());
    await stripe.pay(intent);
    const { id } = await findPayment(intent.intentId);
    const stranger = await api.signedInVisitor((await makeAccount(db)).id);
    const none = 'Payment not found.';
    for (const response of [
      await returnFromPayment(stranger, intent.intentId),
      await stranger.get(`/api/user/payment-intents/${intent.intentId}`),
      await stranger.get(`/api/user/payments/${id}`),
      await stranger.post(`/api/user/payments/${id}/cancel`),
      await stranger.post(`/api/user/payments/${id}/refund-requests`, { reason: 'Mine' }),
    ])
      expect([response.status, response.body.message]).toEqual([404, none]);
    expect((await findPayment(intent.intentId)).status).toBe('open');
    expect(
      (await stranger.post('/api/create-payment-intent', { plan: 'monthly', listingId: intent.listing?.id })).status,
    ).toBe(404);
  });
});

describe('An intent that does not match its order publishes nothing and is refunded', () => {
  it.each<[string, object]>([
    ['for another account', { metadata: { account_id: '999999' } }],
    ['for another plan', { metadata: { plan: 'annual' } }],
    ['for another order', { metadata: { reference: '00000000-0000-4000-8000-000000000000' } }],
    ['too small', { amount_received: 100 }],
    ['too large', { amount_received: 90_000 }],
    ['in another currency', { currency: 'mxn' }],
  ])('%s', async (_what, change) => {
    const intent = await createPaymentIntent(owner, premium());
    await stripe.pay(intent);
    const { metadata, ...rest } = change as { metadata?: object };
    const [charge] = await stripe.findObjects('charge', intent.intentId);
    await stripe.updateObject(intent.intentId, {
      ...rest,
      ...(metadata && { metadata: { ...(charge?.metadata as object), ...metadata } }),
    });
    const { status, body } = await returnFromPayment(owner, intent.intentId);
    expect([status, body.message]).toEqual([409, expect.stringContaining('We’re refunding your card.')]);
    const payment = await findPayment(intent.intentId);
    expect([payment.status, payment.receipt_number]).toEqual(['refused', null]);
    expect(await findTerms(payment.id)).toEqual([]);
    expect((await api.get(`/api/ads/${intent.listing?.id}`)).status).toBe(404);
    await allSettled();
    // More than the charge cannot be refunded: the administrator is notified.
    const isMore = (change as { amount_received?: number }).amount_received === 90_000;
    expect(await stripe.findObjects('refund', intent.intentId)).toHaveLength(isMore ? 0 : 1);
  });

  it('unpaid or canceled: nothing is written', async () => {
    const intent = await createPaymentIntent(owner, premium());
    expect(await stripe.pay(intent, '4000000000000002')).toBe(402);
    expect((await returnFromPayment(owner, intent.intentId)).status).toBe(409);
    expect(await getOutcome(intent.intentId)).toMatchObject({ outcome: 'open' });
    const { id } = await findPayment(intent.intentId);
    expect((await owner.post(`/api/user/payments/${id}/cancel`)).body).toMatchObject({ status: 'canceled' });
    expect(await stripe.pay(intent)).toBe(400);
    expect(await getOutcome(intent.intentId)).toMatchObject({ outcome: 'canceled' });
    expect(await db.selectFrom('ledger').select('id').where('payment_id', '=', id).execute()).toEqual([]);
    // Another attempt gets another intent.
    expect((await createPaymentIntent(owner, premium())).intentId).not.toBe(intent.intentId);
  });

  it('refunded before the payment is recorded', async () => {
    const intent = await createPaymentIntent(owner, premium());
    await stripe.pay(intent);
    await stripe.refund(intent.intentId);
    expect((await returnFromPayment(owner, intent.intentId)).body.message).toBe('This payment was refunded.');
    expect((await api.get(`/api/ads/${intent.listing?.id}`)).status).toBe(404);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('disputed before we hear that it was paid', async () => {
    const intent = await createPaymentIntent(owner, premium());
    await stripe.pay(intent);
    const [charge] = await stripe.findObjects('charge', intent.intentId);
    const dispute = { id: `dp_${intent.intentId}`, object: 'dispute', charge: charge?.id };
    await stripe.updateObject(charge?.id as string, { disputed: true });
    await stripe.insertObject({ ...dispute, amount: 10_000, status: 'needs_response' });
    await returnFromPayment(owner, intent.intentId);
    expect((await api.get(`/api/ads/${intent.listing?.id}`)).status).toBe(404);
    expect(await findTerms((await findPayment(intent.intentId)).id)).toEqual([]);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('paid although it was canceled here: the payment counts', async () => {
    const intent = await createPaymentIntent(owner, premium());
    await db.updateTable('payments').set({ status: 'canceled' }).where('intent_id', '=', intent.intentId).execute();
    await stripe.pay(intent);
    expect((await returnFromPayment(owner, intent.intentId)).status).toBe(201);
    await expectOneListing(intent.intentId);
  });
});

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}
