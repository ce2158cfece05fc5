import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from '#server/payments/reconciliation.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { openPaymentProvider } from '#server/platform/stripe/open.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent, daysFromNow, makeCoupon, setPrice } from '#tests/support/payments.ts';
import { reconcilePendingPayments } from '#tests/support/reconcile-payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';
import { toDiscountCents } from './discount.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

let administrator: Visitor;
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1 })).id);
  // An odd price, which no rounding hides.
  expect((await setPrice(administrator, 1999)).status).toBe(200);
});

interface Buyer {
  visitor: Visitor;
  accountId: number;
  listingId: number;
}
async function makeBuyer(columns: Parameters<typeof makeAccount>[1] = {}): Promise<Buyer> {
  const { id: accountId } = await makeAccount(db, { email_confirmed_at: new Date(), ...columns });
  const { id: listingId } = await makeListing(db, { owner_id: accountId });
  return { visitor: await api.signedInVisitor(accountId), accountId, listingId };
}

let buyer: Buyer;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  buyer = await makeBuyer();
});

const preview = (code: string, plan = 'monthly', { visitor, listingId } = buyer) =>
  visitor.get(`/api/user/ads/${listingId}/order?plan=${plan}&code=${encodeURIComponent(code)}`);
const order = (body: object = {}, { visitor, listingId } = buyer) =>
  visitor.post('/api/create-payment-intent', { plan: 'monthly', listingId, ...body });
async function pay(code: string | undefined, { visitor, listingId } = buyer, plan = 'monthly') {
  const intent = await createPaymentIntent(visitor, { plan, listingId, code });
  await stripe.pay(intent);
  await visitor.get(`/api/user/payment-intents/${intent.intentId}`);
  return intent;
}
const readCoupon = async (id: number) =>
  (await administrator.get('/api/admin/coupons?limit=100')).body.find((coupon: { id: number }) => coupon.id === id);
const readUses = async (id: number) => {
  const { uses, reserved } = await readCoupon(id);
  return { uses, reserved };
};
const refusal = async (response: ReturnType<typeof preview>) => {
  const { status, body } = await response;
  return [status, body.issues?.[0]?.path, body.issues?.[0]?.message ?? body.message];
};

describe('A discount', () => {
  it.each([
    [1999, 33, 660],
    [1999, 50, 1000],
    [1001, 50, 501],
    [333, 1, 3],
    [350, 1, 4],
    [10_000, 33, 3300],
    [9_999_999, 99, 9_899_999],
    [10_000_000, 99, 9_900_000],
  ])('on %i cents of %i percent is %i cents', (priceCents, percent_off, expected) => {
    expect(toDiscountCents(priceCents, { percent_off, amount_off_cents: null })).toBe(expected);
  });

  it('is shown with the old and the new price, charged, and the same everywhere', async () => {
    const { id, code } = await makeCoupon(db);
    const shown = await preview(` ${code.toLowerCase()} `);
    const breakdown = { priceCents: 1999, discount: { code, cents: 660 }, tax: null, amountCents: 1339 };
    expect(shown.body).toMatchObject(breakdown);
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 0 });
    const intent = await createPaymentIntent(buyer.visitor, {
      plan: 'monthly',
      listingId: buyer.listingId,
      amountCents: 1339,
      code,
    });
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 1 });
    await stripe.pay(intent);
    expect((await buyer.visitor.get(`/api/user/payment-intents/${intent.intentId}`)).body.outcome).toBe('listed');
    expect(await readCoupon(id)).toMatchObject({ uses: 1, reserved: 0, discountCents: 660, isChangeable: false });
    const [charge] = await stripe.findObjects('charge', intent.intentId);
    expect(charge?.amount).toBe(1339);
    const [payment] = (await buyer.visitor.get('/api/user/payments')).body;
    expect(payment).toMatchObject(breakdown);
    expect((await administrator.get('/api/admin/payments?limit=1')).body[0]).toMatchObject(breakdown);
    const email = await api.waitForEmail(
      (await db.selectFrom('accounts').select('email').where('id', '=', buyer.accountId).executeTakeFirstOrThrow())
        .email as string,
    );
    expect(email.text).toContain(`Price: $19.99\nCoupon: −$6.60 (${code})\nAmount: $13.39`);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('is in the books, on the line of its charge and in the sums', async () => {
    const { code } = await makeCoupon(db);
    const { intentId } = await pay(code);
    const [charge] = await stripe.findObjects('charge', intentId);
    const month = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Los_Angeles' }).slice(0, 7);
    const { body } = await administrator.get(`/api/admin/payments/export?month=${month}`);
    const rows = String(body)
      .split('\r\n')
      .map((line) => line.split(','));
    expect(rows.find((cells) => cells[7] === `"${charge?.id}"`)?.slice(10, 13)).toEqual(['6.60', `"${code}"`, '0.00']);
    const discounts = rows.filter((cells) => cells[1] === '"charge"' && cells.length >= 17).map((cells) => cells[10]);
    const sum = discounts.reduce((total, discount) => total + Math.round(Number(discount) * 100), 0);
    expect(rows.find((cells) => cells[1] === '"charge"' && cells.length < 13)?.slice(-2)).toEqual([
      (sum / 100).toFixed(2),
      '0.00',
    ]);
    const { provider } = openPaymentProvider(readEnv(stripe.env), db, async () => 200);
    const { differences } = await reconcile(db, provider, new Date(Date.now() - 3_600_000));
    // Another test makes Stripe charge another amount.
    expect(differences.filter((difference) => difference.includes(String(charge?.id)))).toEqual([]);
    const overview = (await administrator.get('/api/admin/overview')).body;
    expect(overview.days.at(-1).discountCents).toBe(sum);
  });

  it('of an amount takes off that amount', async () => {
    const { code } = await makeCoupon(db, { percent_off: null, amount_off_cents: 777 });
    expect((await preview(code)).body).toMatchObject({ discount: { cents: 777 }, amountCents: 1222 });
  });

  it('is refunded at most as it was paid, and the use is not given back', async () => {
    const { id, code } = await makeCoupon(db);
    await pay(code);
    const [{ id: paymentId }] = (await buyer.visitor.get('/api/user/payments')).body;
    const refund = (body: object) =>
      administrator.post(`/api/admin/payments/${paymentId}/refunds`, { reason: 'It brought nobody', ...body });
    expect((await refund({ amountCents: 1340 })).status).toBe(400);
    expect((await refund({})).body.refundedCents).toBe(1339);
    expect(await readUses(id)).toEqual({ uses: 1, reserved: 0 });
    expect(await refusal(preview(code))).toEqual([409, 'code', 'You’ve already used this code.']);
  });

  it('is given once to a person, whichever accounts they have for one mailbox', async () => {
    const { code } = await makeCoupon(db);
    await pay(code);
    const { email } = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', buyer.accountId)
      .executeTakeFirstOrThrow();
    const sibling = await makeBuyer({ email: email?.replace('@', '+again@') });
    expect(await refusal(preview(code, 'monthly', sibling))).toEqual([409, 'code', 'You’ve already used this code.']);
    expect((await preview(code, 'monthly', await makeBuyer())).status).toBe(200);
  });

  it('does not come from the browser', async () => {
    const { code } = await makeCoupon(db);
    const { status, body } = await order({ code, amountCents: 1 });
    expect([status, body.message]).toEqual([
      409,
      'The price changed from $0.01 to $13.39 since you opened this page. You haven’t been charged.',
    ]);
    expect((await order({ discountCents: 1998 })).status).toBe(400);
  });
});

describe('A code is refused', () => {
  it('when nobody knows it', async () => {
    const unknown = [400, 'code', 'We don’t know this code. Check it for typos.'];
    for (const code of ['NO-SUCH-CODE', 'no', '', '💥💥💥💥💥💥', "x' or '1'='1", 'A'.repeat(61)])
      expect(await refusal(preview(code)), code).toEqual(unknown);
    expect(await refusal(order({ code: 'NO-SUCH-CODE' }))).toEqual(unknown);
  });

  it.each<[string, Parameters<typeof makeCoupon>[1], string]>([
    ['when it has ended', { first_day: daysFromNow(-3), last_day: daysFromNow(-1) }, 'This code has ended.'],
    ['when it is for another plan', { plans: ['annual', 'enhanced'] }, 'This code isn’t for Premium Monthly.'],
    [
      'when too little is left to pay',
      { percent_off: null, amount_off_cents: 1950 },
      'This code takes too much off Premium Monthly: less than $0.50 would be left to pay.',
    ],
  ])('%s', async (_when, terms, message) => {
    const { code } = await makeCoupon(db, terms);
    expect(await refusal(preview(code))).toEqual([409, 'code', message]);
    expect(await refusal(order({ code }))).toEqual([409, 'code', message]);
    expect(await db.selectFrom('payments').select('id').where('account_id', '=', buyer.accountId).execute()).toEqual(
      [],
    );
  });

  it('before its first day, and not when 50 cents are left', async () => {
    const coming = await makeCoupon(db, { first_day: daysFromNow(1) });
    expect((await preview(coming.code)).body.message).toMatch(/^This code starts on [A-Z][a-z]+ \d{1,2}, \d{4}\.$/);
    const { code } = await makeCoupon(db, { percent_off: null, amount_off_cents: 1949 });
    expect((await preview(code)).body.amountCents).toBe(50);
  });

  it('when the staff ended it, while an open payment keeps its price', async () => {
    const { id, code } = await makeCoupon(db);
    const intent = await createPaymentIntent(buyer.visitor, { plan: 'monthly', listingId: buyer.listingId, code });
    await administrator.post(`/api/admin/coupons/${id}/end`, { version: 1, reason: 'Enough' });
    expect(await refusal(preview(code, 'monthly', await makeBuyer()))).toEqual([409, 'code', 'This code has ended.']);
    await stripe.pay(intent);
    expect((await buyer.visitor.get(`/api/user/payment-intents/${intent.intentId}`)).body.outcome).toBe('listed');
    expect(await readUses(id)).toEqual({ uses: 1, reserved: 0 });
  });

  it('to an account that used it, for any listing', async () => {
    const { code } = await makeCoupon(db);
    await pay(code);
    const { id: listingId } = await makeListing(db, { owner_id: buyer.accountId });
    expect(await refusal(preview(code, 'monthly', { ...buyer, listingId }))).toEqual([
      409,
      'code',
      'You’ve already used this code.',
    ]);
  });

  it('when it is used up', async () => {
    const { code } = await makeCoupon(db, { max_uses: 1 });
    await pay(code);
    const other = await makeBuyer();
    expect(await refusal(preview(code, 'monthly', other))).toEqual([409, 'code', 'This code has been used up.']);
    expect(await refusal(order({ code }, other))).toEqual([409, 'code', 'This code has been used up.']);
  });

  it('after ten unknown ones of an account, or thirty from an address, and known ones count nothing', async () => {
    const { code } = await makeCoupon(db);
    for (let i = 0; i < 12; i++) expect((await preview(code)).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await preview(`GUESS-${i}`)).status).toBe(400);
    expect((await preview('GUESS-10')).status).toBe(429);
    expect((await order({ code: 'GUESS-11' })).status).toBe(429);
    expect((await preview(code)).status).toBe(429);
    const address = '203.0.113.77';
    const statuses = [];
    for (let account = 0; account < 4; account++) {
      const { accountId, listingId } = await makeBuyer();
      const visitor = await api.signedInVisitor(accountId, address);
      for (let i = 0; i < 9; i++)
        statuses.push((await preview(`GUESS-${i}`, 'monthly', { visitor, accountId, listingId })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(statuses.slice(30)).toEqual(Array(6).fill(429));
  });

  it('a hundred times at once, of which ten are looked up', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => (await preview(`GUESS-${i}`)).status),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  });
});

describe('A use', () => {
  it('is released when the payment is canceled, and another can have it', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const intent = (await order({ code })).body;
    const { body } = await buyer.visitor.get(`/api/user/payment-intents/${intent.intentId}`);
    expect((await buyer.visitor.post(`/api/user/payments/${body.paymentId}/cancel`)).status).toBe(200);
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 0 });
    expect((await pay(code, await makeBuyer())).intentId).toBeTruthy();
    expect(await readUses(id)).toEqual({ uses: 1, reserved: 0 });
  });

  it('is released when the payment is abandoned for a day', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const { intentId } = (await order({ code })).body;
    await sql`update payments set created_at = now() - interval '25 hours' where intent_id = ${intentId}`.execute(db);
    await reconcilePendingPayments(db, stripe.env);
    expect((await order({ code }, await makeBuyer())).status).toBe(201);
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 1 });
  });

  it('is released when the charge does not match and is refunded', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const { intentId, clientSecret } = (await order({ code })).body;
    await stripe.updateObject(intentId, { amount: 1999 });
    await stripe.pay({ intentId, clientSecret });
    await stripe.updateObject(intentId, { amount_received: 1999 });
    const { body } = await buyer.visitor.get(`/api/user/payment-intents/${intentId}`);
    expect(body.outcome).toBe('refused');
    expect((await order({ code }, await makeBuyer())).status).toBe(201);
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 1 });
  });

  it('stays reserved while a card is declined, for the next attempt', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const intent = (await order({ code })).body;
    await stripe.pay(intent, '4000000000000002');
    expect((await order({ code })).body.intentId).toBe(intent.intentId);
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 1 });
  });

  it('moves to the plan and listing that the account chose last', async () => {
    const { id, code } = await makeCoupon(db);
    const first = (await order({ code })).body;
    const { id: listingId } = await makeListing(db, { owner_id: buyer.accountId });
    const second = (await order({ code, listingId })).body;
    expect((await buyer.visitor.get(`/api/user/payment-intents/${first.intentId}`)).body.outcome).toBe('canceled');
    const third = (await order({ code, listingId, plan: 'annual' })).body;
    expect(third.amountCents).toBe(60_300);
    expect((await buyer.visitor.get(`/api/user/payment-intents/${second.intentId}`)).body.outcome).toBe('canceled');
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 1 });
    const without = (await order({ listingId, plan: 'annual' })).body;
    expect([without.amountCents, await readUses(id)]).toEqual([90_000, { uses: 0, reserved: 0 }]);
  });

  it('of one coupon is not that of another one with the same price', async () => {
    const one = await makeCoupon(db, { percent_off: null, amount_off_cents: 660 });
    const other = await makeCoupon(db);
    const first = (await order({ code: one.code })).body;
    const second = (await order({ code: other.code })).body;
    expect(second).toMatchObject({ amountCents: first.amountCents });
    expect(second.intentId).not.toBe(first.intentId);
    expect([await readUses(one.id), await readUses(other.id)]).toEqual([
      { uses: 0, reserved: 0 },
      { uses: 0, reserved: 1 },
    ]);
  });

  it('is the last one for one of twenty buyers who order at once', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 3 });
    const buyers = await Promise.all(Array.from({ length: 20 }, makeBuyer));
    const responses = await Promise.all(buyers.map((other) => order({ code }, other)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(201), ...Array(17).fill(409)]);
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 3 });
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('is one for an account that orders for ten listings at once', async () => {
    const { id, code } = await makeCoupon(db);
    const listings = await Promise.all(
      Array.from({ length: 10 }, () => makeListing(db, { owner_id: buyer.accountId })),
    );
    const responses = await Promise.all(listings.map((listing) => order({ code, listingId: listing.id })));
    const made = responses.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    await Promise.all(made.map(({ body }) => stripe.pay(body)));
    for (const { body } of made) await buyer.visitor.get(`/api/user/payment-intents/${body.intentId}`);
    const { rows } = await sql<{ paid: number }>`
      select count(*)::int as paid from payments
      where account_id = ${buyer.accountId} and status = 'paid' and discount_cents > 0`.execute(db);
    expect(rows[0]?.paid).toBeLessThanOrEqual(1);
    expect((await readUses(id)).uses + (await readUses(id)).reserved).toBeLessThanOrEqual(1);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('that was given up is taken back by a late payment, or the money goes back where another has it', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const intent = (await order({ code })).body;
    const cancelHere = () =>
      sql`update payments set status = 'canceled' where intent_id = ${intent.intentId}`.execute(db);
    await cancelHere();
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 0 });
    await stripe.pay(intent);
    expect((await buyer.visitor.get(`/api/user/payment-intents/${intent.intentId}`)).body.outcome).toBe('listed');
    expect(await readUses(id)).toEqual({ uses: 1, reserved: 0 });

    const second = await makeCoupon(db, { max_uses: 1 });
    const [late, other] = [await makeBuyer(), await makeBuyer()];
    const lost = (await order({ code: second.code }, late)).body;
    await sql`update payments set status = 'canceled' where intent_id = ${lost.intentId}`.execute(db);
    await pay(second.code, other);
    await stripe.pay(lost);
    expect((await late.visitor.get(`/api/user/payment-intents/${lost.intentId}`)).body.outcome).toBe('refused');
    expect(await readUses(second.id)).toEqual({ uses: 1, reserved: 0 });
    await expect
      .poll(async () => (await stripe.findObjects('refund', lost.intentId)).map(({ amount }) => amount))
      .toEqual([1339]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('is unique in the database', async () => {
    const { id, code } = await makeCoupon(db);
    await pay(code);
    const payment = await db
      .insertInto('payments')
      .values({ mode: 'simulated', username: 'ana', plan: 'monthly', level: 'premium', months: 1, amount_cents: 1339 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const use = { coupon_id: id, payment_id: payment.id, account_id: buyer.accountId } as const;
    await expect(
      db
        .insertInto('coupon_uses')
        .values({ ...use, mode: 'simulated' })
        .execute(),
    ).rejects.toThrow('coupon_uses_once');
    await db
      .insertInto('coupon_uses')
      .values({ ...use, mode: 'live' })
      .execute();
    await db.deleteFrom('coupon_uses').where('payment_id', '=', payment.id).execute();
  });
});
