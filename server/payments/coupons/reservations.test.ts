import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { makeCoupon } from '#tests/support/payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';

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
});
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
});

/** Somebody with a listing to pay for, by default with a confirmed address. */
async function makeBuyer(columns: object = { email_confirmed_at: new Date() }) {
  const { id: accountId } = await makeAccount(db, columns);
  const { id: listingId } = await makeListing(db, { owner_id: accountId });
  const visitor = await api.signedInVisitor(accountId);
  return {
    accountId,
    order: (code?: string) => visitor.post('/api/create-payment-intent', { plan: 'monthly', listingId, code }),
    preview: (code: string) => visitor.get(`/api/user/ads/${listingId}/order?plan=monthly&code=${code}`),
    outcome: async (intentId: string) => (await visitor.get(`/api/user/payment-intents/${intentId}`)).body.outcome,
  };
}
const makeBuyers = (count: number) => Promise.all(Array.from({ length: count }, () => makeBuyer()));

/** Makes all uses of a coupon reserved so many minutes earlier. */
const pass = (minutes: number, couponId: number) =>
  sql`update coupon_uses set reserved_at = reserved_at - make_interval(mins => ${minutes}) where coupon_id = ${couponId}`.execute(
    db,
  );
const readUses = async (id: number) => {
  const { body } = await administrator.get('/api/admin/coupons?limit=100');
  const { uses, reserved } = body.find((coupon: { id: number }) => coupon.id === id);
  return { uses, reserved };
};
const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status).toSorted();

const CONFIRM_FIRST = 'Confirm your email address in your account first, then use this code.';

it('A code is only for accounts with a confirmed address, which the preview says too', async () => {
  const { id, code } = await makeCoupon(db, { max_uses: 1 });
  const buyer = await makeBuyer({});
  for (const { status, body } of [await buyer.preview(code), await buyer.order(code)])
    expect([status, body.issues]).toEqual([409, [{ path: 'code', message: CONFIRM_FIRST }]]);
  expect(await readUses(id)).toEqual({ uses: 0, reserved: 0 });
  expect((await buyer.order()).status).toBe(201);
  await db.updateTable('accounts').set({ email_confirmed_at: new Date() }).where('id', '=', buyer.accountId).execute();
  expect((await buyer.order(code)).status).toBe(201);
});

describe('A reserved use', () => {
  it('is of as many buyers as the coupon has uses, and free again after 30 minutes without a payment', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 2 });
    for (let round = 0; round < 2; round++) {
      const responses = await Promise.all((await makeBuyers(20)).map(({ order }) => order(code)));
      expect(statusesOf(responses)).toEqual([...Array(2).fill(201), ...Array(18).fill(409)]);
      await pass(29, id);
      expect((await (await makeBuyer()).order(code)).body.message).toBe('This code has been used up.');
      expect(await readUses(id)).toEqual({ uses: 0, reserved: 2 });
      await pass(1, id);
      expect(await readUses(id)).toEqual({ uses: 0, reserved: 0 });
      expect((await (await makeBuyer()).preview(code)).status).toBe(200);
    }
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('is used for good by a payment, so that nobody gets it later', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const [buyer, other] = [await makeBuyer(), await makeBuyer()];
    const intent = (await buyer.order(code)).body;
    await stripe.pay(intent);
    expect(await buyer.outcome(intent.intentId)).toBe('listed');
    await pass(60, id);
    expect((await other.order(code)).body.message).toBe('This code has been used up.');
    expect(await readUses(id)).toEqual({ uses: 1, reserved: 0 });
  });

  it('is not reserved for longer by asking again, but anew after it has lapsed', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const buyer = await makeBuyer();
    const first = (await buyer.order(code)).body;
    await pass(29, id);
    expect((await buyer.order(code)).body.intentId).toBe(first.intentId);
    await pass(1, id);
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 0 });
    expect((await buyer.order(code)).body.intentId).toBe(first.intentId);
    expect(await readUses(id)).toEqual({ uses: 0, reserved: 1 });
  });
});

describe('A payment whose reservation has lapsed', () => {
  it('has the price that was shown while nobody else needs the use', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const buyer = await makeBuyer();
    const intent = (await buyer.order(code)).body;
    await pass(31, id);
    await stripe.pay(intent);
    expect(await buyer.outcome(intent.intentId)).toBe('listed');
    const [charge] = await stripe.findObjects('charge', intent.intentId);
    expect([charge?.amount, await readUses(id)]).toEqual([intent.amountCents, { uses: 1, reserved: 0 }]);
  });

  it('cannot be paid any more once somebody else has the use', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const [late, other] = [await makeBuyer(), await makeBuyer()];
    const lost = (await late.order(code)).body;
    await pass(31, id);
    const { status, body: intent } = await other.order(code);
    expect(status).toBe(201);
    expect(await stripe.pay(lost)).toBe(400);
    await stripe.pay(intent);
    expect(await other.outcome(intent.intentId)).toBe('listed');
    expect(await readUses(id)).toEqual({ uses: 1, reserved: 0 });
    expect((await late.order(code)).body.message).toBe('This code has been used up.');
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('keeps the use while the bank works on it', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 1 });
    const [late, other] = [await makeBuyer(), await makeBuyer()];
    const intent = (await late.order(code)).body;
    await pass(31, id);
    // Stripe refuses to cancel it, and has no charge yet.
    await stripe.updateObject(intent.intentId, { status: 'succeeded' });
    const { status, body } = await other.order(code);
    expect([status, body.message]).toEqual([
      409,
      'Somebody is still paying with this code. Please try again in a moment.',
    ]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('of many is canceled for one that needs a use, and stays where there are enough', async () => {
    const { id, code } = await makeCoupon(db, { max_uses: 3 });
    const buyers = await makeBuyers(2);
    const intents = await Promise.all(buyers.map(async ({ order }) => (await order(code)).body));
    await pass(31, id);
    expect((await (await makeBuyer()).order(code)).status).toBe(201);
    for (const [i, { intentId }] of intents.entries()) expect(await buyers[i]?.outcome(intentId)).toBe('open');
    expect((await (await makeBuyer()).order(code)).status).toBe(201);
    for (const [i, { intentId }] of intents.entries()) expect(await buyers[i]?.outcome(intentId)).toBe('canceled');
  });
});
