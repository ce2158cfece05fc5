import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatDay } from '#server/platform/mail/write-email.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent, returnFromPayment } from '#tests/support/payments.ts';
import { reconcilePendingPayments } from '#tests/support/reconcile-payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db, emails } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

let administrator: Visitor;
let owner: Visitor;
let email: string;
let listingId: number;
let intentId: string;
let paymentId: number;
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1, username: 'admin', email: null })).id);
});
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  await db.deleteFrom('refund_requests').execute();
  const account = await makeAccount(db);
  owner = await api.signedInVisitor(account.id);
  email = account.email as string;
  ({ id: listingId } = await makeListing(db, { owner_id: account.id }));
  paymentId = await pay();
  intentId = (await findPayment(paymentId)).intent_id as string;
  emails.length = 0;
});

async function pay(plan = 'monthly', listing: number | undefined = listingId): Promise<number> {
  const intent = await createPaymentIntent(owner, { plan, listingId: listing });
  await stripe.pay(intent);
  await returnFromPayment(owner, intent.intentId);
  return (await owner.get('/api/user/payments')).body[0].id;
}
const findPayment = (id: number) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const refund = (body: object, id = paymentId) =>
  administrator.post(`/api/admin/payments/${id}/refunds`, { reason: 'It brought nobody', ...body });
const requestRefund = (id = paymentId) =>
  owner.post(`/api/user/payments/${id}/refund-requests`, { reason: 'It brought nobody' });
/** Settles the payment, as a late event does. */
const settle = async () => (await owner.get(`/api/user/payment-intents/${intentId}`)).body;
const readLedger = async (id = paymentId) => {
  const rows = await db
    .selectFrom('ledger')
    .select(['kind', 'amount_cents'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`);
};
const readLevel = async () => (await owner.get(`/api/user/ads/${listingId}`)).body.level;
/** Recipients and subjects of the emails about the payment after its receipt. */
async function mailed() {
  await waitForEmptyMailQueue(db);
  const isAboutIt = new RegExp(`payments?[ /]${paymentId}\\b`);
  const about = emails.filter(({ subject, text }) => isAboutIt.test(subject + text) && !subject.startsWith('Receipt'));
  return about.map(({ to, subject }) => [to, subject]);
}

describe('A refund', () => {
  it('of the whole amount ends the paid level, is emailed to the owner, and is in the audit log', async () => {
    expect(await readLevel()).toBe('premium');
    const { status, body } = await refund({});
    expect([status, body.refundedCents, body.refundableUntil]).toEqual([200, 10_000, null]);
    expect(await readLevel()).toBe('free');
    expect(await readLedger()).toEqual(['charge 10000', 'refund -10000']);
    expect(await mailed()).toEqual([[email, 'Your refund from SoCal Local']]);
    const sent = emails.find(({ to, subject }) => to === email && subject.includes('refund'));
    expect(sent?.text).toContain('We refunded $100 for Premium Monthly');
    const [entry] = (await administrator.get('/api/admin/audit')).body;
    expect(entry).toMatchObject({ kind: 'payment-refunded', actorId: 1, reason: 'It brought nobody', listingId });
    expect([entry.before, entry.after]).toMatchObject([{ refundedCents: 0 }, { refundedCents: 10_000 }]);
    expect((await settle()).message).toBe('This payment was refunded.');
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('of one of two payments ends only its own time: the owner reads before and after what stays', async () => {
    const other = await pay('quarterly');
    const before = (await owner.get(`/api/user/payments/${paymentId}`)).body;
    expect(before.paidTimeWithout).toEqual({ level: 'premium', until: expect.any(String) });
    expect((await refund({})).body.paidTimeWithout).toBeNull();
    const { level, paidUntil } = (await owner.get(`/api/user/ads/${listingId}`)).body;
    expect(level).toBe('premium');
    const minuteMs = 60_000;
    expect(Math.abs(Date.parse(before.paidTimeWithout.until) - Date.parse(paidUntil))).toBeLessThan(minuteMs);
    await waitForEmptyMailQueue(db);
    const sent = () => emails.filter(({ to, subject }) => to === email && subject.includes('refund')).at(-1)?.text;
    expect(sent()).toContain(
      `Only the paid time of this payment has ended. By another payment, your listing is Premium until ${formatDay(new Date(paidUntil))}.`,
    );
    expect(sent()).not.toContain('Your paid plan has ended');
    expect((await owner.get(`/api/user/payments/${other}`)).body.paidTimeWithout).toBeNull();
    await refund({}, other);
    await waitForEmptyMailQueue(db);
    expect(sent()).toContain('Your paid plan has ended.');
  });

  it('of a part ends the level unless the administrator keeps it', async () => {
    expect((await refund({ amountCents: 2_500, endsLevel: false })).body).toMatchObject({
      refundedCents: 2_500,
      term: { endedAt: null },
    });
    expect(await readLevel()).toBe('premium');
    expect((await refund({ amountCents: 500 })).body).toMatchObject({
      refundedCents: 3_000,
      term: { endedAt: expect.any(String) },
    });
    expect(await readLevel()).toBe('free');
    expect((await refund({})).body.refundedCents).toBe(10_000);
    expect(await readLedger()).toEqual(['charge 10000', 'refund -2500', 'refund -500', 'refund -7000']);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('of the whole amount ends the level whatever the administrator says', async () => {
    expect((await refund({ endsLevel: false })).status).toBe(200);
    expect(await readLevel()).toBe('free');
    expect(await db.selectFrom('refunds').select('ends_level').where('payment_id', '=', paymentId).execute()).toEqual([
      { ends_level: true },
    ]);
  });

  it.each([
    ['more than was paid', { amountCents: 10_001 }, 400],
    ['nothing', { amountCents: 0 }, 400],
    ['less than nothing', { amountCents: -1 }, 400],
    ['half a cent', { amountCents: 0.5 }, 400],
    ['without a reason', { reason: ' ' }, 400],
    ['of another state of things', { refundedCents: 100 }, 409],
  ])('of %s is refused', async (_what, body, expected) => {
    expect((await refund(body)).status).toBe(expected);
    expect(await readLedger()).toEqual(['charge 10000']);
  });

  it('that is submitted twice is made once', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => refund({ amountCents: 2_500, refundedCents: 0 })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const all = await Promise.all([1, 2, 3].map(() => refund({})));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await readLedger()).toEqual(['charge 10000', 'refund -2500', 'refund -7500']);
  });

  it('of a credit removes it', async () => {
    const intent = await createPaymentIntent(owner, { plan: 'annual' });
    await stripe.pay(intent);
    await returnFromPayment(owner, intent.intentId);
    const [credit] = (await owner.get('/api/user/credits')).body;
    expect((await refund({}, credit.id)).status).toBe(200);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    await waitForEmptyMailQueue(db);
    const sent = emails.find(({ to, subject }) => to === email && subject.includes('refund'));
    expect(sent?.text).toContain('This payment no longer pays for a listing.');
    expect(sent?.text, 'the listing keeps what another payment bought').not.toContain('has ended');
    expect((await owner.post(`/api/user/ads/${listingId}/redeem`)).status).toBe(402);
  });

  it('of a credit that is being used concurrently: only one succeeds', async () => {
    for (let run = 0; run < 8; run++) {
      const intent = await createPaymentIntent(owner, { plan: 'monthly' });
      await stripe.pay(intent);
      await returnFromPayment(owner, intent.intentId);
      const [credit] = (await owner.get('/api/user/credits')).body;
      await Promise.all([refund({}, credit.id), owner.post(`/api/user/ads/${listingId}/redeem`)]);
      expect(await findViolatedInvariants(db)).toEqual([]);
    }
  });

  it('of an unpaid or missing payment is refused', async () => {
    const open = await createPaymentIntent(owner, { plan: 'annual' });
    const { id } = await db
      .selectFrom('payments')
      .select('id')
      .where('intent_id', '=', open.intentId)
      .executeTakeFirstOrThrow();
    expect((await refund({}, id)).status).toBe(409);
    expect((await refund({}, 999_999)).status).toBe(404);
  });

  it('that could not be requested from Stripe is made later, once', async () => {
    stripe.respondWith((response) => void response.writeHead(500).end(), 'POST /v1/refunds');
    expect((await refund({})).status).toBe(503);
    expect((await refund({})).status).toBe(409);
    stripe.respondWith(undefined);
    await reconcilePendingPayments(db, stripe.env);
    await reconcilePendingPayments(db, stripe.env);
    expect(await readLedger()).toEqual(['charge 10000', 'refund -10000']);
    expect(await stripe.findObjects('refund', intentId)).toHaveLength(1);
  });

  it('whose response was lost is not made again, even after Stripe deleted the idempotency key', async () => {
    stripe.respondWith((response) => void response.socket?.destroy(), 'POST /v1/refunds');
    await refund({});
    stripe.respondWith(undefined);
    // The refund was made, and a day has passed.
    const { reference } = await db
      .selectFrom('refunds')
      .select('reference')
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow();
    await stripe.refund(intentId);
    const [made] = await stripe.findObjects('refund', intentId);
    await stripe.updateObject(made?.id as string, { metadata: { reference } });
    await reconcilePendingPayments(db, stripe.env);
    expect(await stripe.findObjects('refund', intentId)).toHaveLength(1);
    expect(await readLedger()).toEqual(['charge 10000', 'refund -10000']);
    const refunds = await db.selectFrom('refunds').select('status').where('payment_id', '=', paymentId).execute();
    expect(refunds).toEqual([{ status: 'made' }]);
  });

  it('that Stripe refuses is reported, keeps the level, and can be repeated', async () => {
    const refused = JSON.stringify({
      error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'It is disputed.' },
    });
    stripe.respondWith(
      (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end(refused),
      'POST /v1/refunds',
    );
    const { status, body } = await refund({});
    expect([status, body.message]).toEqual([409, 'The card service declined this refund: It is disputed.']);
    stripe.respondWith(undefined);
    expect(await readLevel()).toBe('premium');
    expect(await mailed()).toEqual([['support@socal-local.example', expect.stringContaining('Refund failed')]]);
    expect((await refund({})).status).toBe(200);
    expect(await readLevel()).toBe('free');
  });

  it('is mailed once, however often the payment is settled after it', async () => {
    await refund({ amountCents: 4_000, endsLevel: false });
    for (let run = 0; run < 3; run++) await settle();
    expect(await mailed()).toEqual([[email, 'Your refund from SoCal Local']]);
    expect(await readLedger()).toEqual(['charge 10000', 'refund -4000']);
  });

  it('that is pending becomes made or failed as Stripe reports', async () => {
    await refund({ amountCents: 4_000 });
    const [made] = await stripe.findObjects('refund', intentId);
    const id = made?.id as string;
    // The refund fails. An older response that arrives afterwards changes nothing.
    await stripe.updateObject(id, { status: 'failed' });
    await settle();
    expect(await readLedger()).toEqual(['charge 10000', 'refund -4000', 'refund-failed 4000']);
    expect((await administrator.get('/api/admin/payments')).body[0].refundedCents).toBe(0);
    await stripe.updateObject(id, { status: 'succeeded' });
    await settle();
    await stripe.updateObject(id, { status: 'pending' });
    await settle();
    expect(await readLedger()).toEqual(['charge 10000', 'refund -4000', 'refund-failed 4000']);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });
});

describe('A refund in Stripe’s dashboard', () => {
  it('of the whole amount ends the level', async () => {
    await stripe.refund(intentId);
    await settle();
    expect(await readLevel()).toBe('free');
    expect(await readLedger()).toEqual(['charge 10000', 'refund -10000']);
    expect((await owner.get(`/api/user/payments/${paymentId}`)).body.refunds).toMatchObject([{ amountCents: 10_000 }]);
  });

  it('of a part keeps it, and of the rest ends it', async () => {
    await stripe.refund(intentId, 1_000);
    await settle();
    await settle();
    expect(await readLevel()).toBe('premium');
    expect((await refund({ amountCents: 9_001 })).status).toBe(400);
    await stripe.refund(intentId);
    await settle();
    expect(await readLevel()).toBe('free');
    expect(await readLedger()).toEqual(['charge 10000', 'refund -1000', 'refund -9000']);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('in more parts than one page of Stripe is recorded completely', async () => {
    for (let part = 0; part < 12; part++) await stripe.refund(intentId, 100);
    await settle();
    expect((await readLedger()).filter((entry) => entry === 'refund -100')).toHaveLength(12);
  });
});

describe('A dispute', () => {
  const dispute = async (status: string) => {
    const [charge] = await stripe.findObjects('charge', intentId);
    const id = `dp_${intentId}`;
    await stripe.updateObject(charge?.id as string, { disputed: true });
    await stripe.insertObject({ id, object: 'dispute', charge: charge?.id, amount: 10_000, status });
    return { is: (other: string) => stripe.updateObject(id, { status: other }) };
  };

  it('withdraws the money, and returns it when it is won', async () => {
    const it = await dispute('needs_response');
    await settle();
    expect(await readLedger()).toEqual(['charge 10000', 'dispute -10000']);
    expect((await administrator.get('/api/admin/payments')).body[0].disputed).toBe(true);
    expect(await readLevel()).toBe('premium');
    await it.is('won');
    await settle();
    expect(await readLedger()).toEqual(['charge 10000', 'dispute -10000', 'dispute-won 10000']);
    expect((await administrator.get('/api/admin/payments')).body[0].disputed).toBe(false);
  });

  it('that is lost ends the level', async () => {
    const it = await dispute('under_review');
    await settle();
    await it.is('lost');
    await settle();
    expect(await readLevel()).toBe('free');
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it.each(['warning_needs_response', 'warning_closed', 'prevented'])(
    'that moves no money (%s) changes nothing',
    async (status) => {
      await dispute(status);
      await settle();
      expect(await readLedger()).toEqual(['charge 10000']);
      expect((await administrator.get('/api/admin/payments')).body[0].disputed).toBe(false);
    },
  );

  it('prevents the use of a credit', async () => {
    const intent = await createPaymentIntent(owner, { plan: 'annual' });
    await stripe.pay(intent);
    await returnFromPayment(owner, intent.intentId);
    intentId = intent.intentId;
    await dispute('needs_response');
    await settle();
    expect((await owner.post(`/api/user/ads/${listingId}/redeem`)).status).toBe(402);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
  });

  it('that is won gives a credit back whose refund was refused meanwhile', async () => {
    const intent = await createPaymentIntent(owner, { plan: 'annual' });
    await stripe.pay(intent);
    await returnFromPayment(owner, intent.intentId);
    intentId = intent.intentId;
    const it = await dispute('needs_response');
    await settle();
    const { id } = await db
      .selectFrom('payments')
      .select('id')
      .where('intent_id', '=', intentId)
      .executeTakeFirstOrThrow();
    const refused = { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'It is disputed.' } };
    stripe.respondWith(
      (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refused)),
      'POST /v1/refunds',
    );
    expect((await refund({}, id)).status).toBe(409);
    stripe.respondWith(undefined);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    await it.is('won');
    await settle();
    expect((await owner.get('/api/user/credits')).body).toHaveLength(1);
  });
});

describe('A refund request', () => {
  it('is emailed to the administrator, who refunds the payment', async () => {
    expect((await requestRefund()).status).toBe(201);
    expect((await requestRefund()).status).toBe(409);
    expect(await mailed()).toEqual([['support@socal-local.example', expect.stringContaining('Refund requested')]]);
    const asked = (await administrator.get('/api/admin/payments?refundRequested=true')).body;
    expect(asked).toMatchObject([{ id: paymentId, refundRequest: { status: 'open', reason: 'It brought nobody' } }]);
    await refund({});
    expect((await owner.get(`/api/user/payments/${paymentId}`)).body.refundRequest.status).toBe('granted');
    expect((await administrator.get('/api/admin/payments?refundRequested=true')).body).toEqual([]);
  });

  it('can be declined with a reason, which the owner reads', async () => {
    await requestRefund();
    const decline = () =>
      administrator.post(`/api/admin/payments/${paymentId}/decline-refund`, { answer: 'It had 300 visitors.' });
    expect((await decline()).status).toBe(200);
    expect((await decline()).status).toBe(404);
    await waitForEmptyMailQueue(db);
    const sent = emails.find(({ to, subject }) => to === email && !subject.startsWith('Receipt'));
    expect(sent?.text).toContain('It had 300 visitors.');
    const [entry] = (await administrator.get('/api/admin/audit')).body;
    const change = { before: { status: 'open' }, after: { status: 'declined', payment: paymentId } };
    expect(entry).toMatchObject({ kind: 'refund-declined', reason: 'It had 300 visitors.', ...change });
    expect(await readLevel()).toBe('premium');
  });

  it.each([
    [6.99, 201],
    [7.01, 409],
  ])('%s days after paying has status %i', async (days, expected) => {
    await sql`update payments set paid_at = now() - make_interval(secs => ${days * 86_400}) where id = ${paymentId}`.execute(
      db,
    );
    expect((await requestRefund()).status).toBe(expected);
  });

  it('is refused when nothing is left', async () => {
    await refund({});
    expect((await requestRefund()).status).toBe(409);
  });
});

describe('The ledger', () => {
  it.each([
    ['changed', sql`update ledger set amount_cents = 1`],
    ['shortened', sql`delete from ledger`],
    ['emptied', sql`truncate ledger`],
    ['emptied with the payments', sql`truncate payments cascade`],
  ])('cannot be %s', async (_what, statement) => {
    await expect(statement.execute(db)).rejects.toThrow('the ledger is append-only');
  });

  it('refuses an amount of the wrong sign', async () => {
    const entry = { payment_id: paymentId, provider_id: 'x', kind: 'refund' as const, amount_cents: 1 };
    await expect(db.insertInto('ledger').values(entry).execute()).rejects.toThrow('ledger_check');
    await expect(
      db
        .insertInto('ledger')
        .values({ ...entry, kind: 'charge', amount_cents: -1 })
        .execute(),
    ).rejects.toThrow('ledger_check');
  });
});
