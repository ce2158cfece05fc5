import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { openPaymentProvider } from '#server/platform/stripe/open.ts';
import type { PaymentOrder } from '#server/platform/stripe/payment-provider.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const delivered: { body: string; signature: string }[] = [];
const { provider: payments, simulator } = openPaymentProvider(readEnv({}), database.db, async (body, signature) => {
  delivered.push({ body, signature });
  return 200;
});
if (!simulator) throw new Error('Without a key payments are simulated.');

const THIS_YEAR = new Date().getUTCFullYear();
const makeCard = (number: string) => ({ number, expMonth: 12, expYear: THIS_YEAR + 2, cvc: '123' });
let orders = 0;
const makeOrder = (): PaymentOrder => ({
  reference: randomUUID(),
  paymentId: ++orders,
  accountId: 7,
  plan: 'monthly',
  listingId: 12,
  customerId: null,
  savesCard: false,
  amountCents: 10_000,
  currency: 'usd',
  description: 'Premium Monthly',
});
const listEventTypes = (intentId: string) =>
  delivered.filter(({ body }) => body.includes(intentId)).map(({ body }) => JSON.parse(body).type);

describe('An intent', () => {
  it('contains its order, and is created once for a repeated request', async () => {
    const order = makeOrder();
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => payments.createIntent(order)));
    expect(first).toMatchObject({
      status: 'open',
      amountCents: 10_000,
      receivedCents: 0,
      currency: 'usd',
      metadata: {
        reference: order.reference,
        payment_id: String(order.paymentId),
        account_id: '7',
        plan: 'monthly',
        listing_id: '12',
      },
      charge: null,
    });
    expect(new Set(others.map(({ id }) => id))).toEqual(new Set([first?.id]));
    expect(first?.clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
  });

  it('cannot be created from another request with the same key', async () => {
    const order = makeOrder();
    await payments.createIntent(order);
    await expect(payments.createIntent({ ...order, amountCents: 27_000 })).rejects.toMatchObject({
      status: 503,
      cause: { message: expect.stringContaining('same parameters') },
    });
  });

  it('is not found under an unknown id', async () => {
    await expect(payments.retrieveIntent('pi_none')).rejects.toThrow('Payment not found.');
  });

  it('is canceled, and then accepts no card', async () => {
    const { id, clientSecret } = await payments.createIntent(makeOrder());
    await payments.cancelIntent(id);
    await payments.cancelIntent(id);
    expect((await payments.retrieveIntent(id)).status).toBe('canceled');
    expect((await simulator.confirm(id, clientSecret, makeCard('4242424242424242'))).status).toBe(400);
  });
});

describe('A card', () => {
  it('is charged', async () => {
    const { id, clientSecret } = await payments.createIntent(makeOrder());
    expect((await simulator.confirm(id, clientSecret, makeCard('4242 4242 4242 4242'))).status).toBe(200);
    expect(await payments.retrieveIntent(id)).toMatchObject({
      status: 'succeeded',
      receivedCents: 10_000,
      charge: { amountCents: 10_000, card: { brand: 'visa', last4: '4242' }, refunds: [], disputes: [] },
    });
    expect(listEventTypes(id)).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
  });

  it.each([
    ['4000000000000002', 'Your card was declined.', 'generic_decline'],
    ['4000000000009995', 'Your card has insufficient funds.', 'insufficient_funds'],
    ['4242424242424241', 'Your card number is incorrect.', undefined],
  ])('%s is refused: %s', async (number, message, declineCode) => {
    const { id, clientSecret } = await payments.createIntent(makeOrder());
    const { status, body } = await simulator.confirm(id, clientSecret, makeCard(number));
    expect(status).toBe(402);
    expect(body).toMatchObject({
      error: { type: 'card_error', message, ...(declineCode && { decline_code: declineCode }) },
    });
    expect(await payments.retrieveIntent(id)).toMatchObject({ status: 'open', receivedCents: 0, charge: null });
    expect((await simulator.confirm(id, clientSecret, makeCard('4242424242424242'))).status).toBe(200);
  });

  it.each([
    [{ expMonth: 13 }, "Your card's expiration date is invalid."],
    [{ expYear: THIS_YEAR - 1 }, "Your card's expiration date is invalid."],
    [{ cvc: '12' }, "Your card's security code is invalid."],
  ])('with %j is refused', async (wrong, message) => {
    const { id, clientSecret } = await payments.createIntent(makeOrder());
    const { body } = await simulator.confirm(id, clientSecret, { ...makeCard('4242424242424242'), ...wrong });
    expect(body).toMatchObject({ error: { message } });
  });

  it('requires authentication, which its holder approves or rejects', async () => {
    const { id, clientSecret } = await payments.createIntent(makeOrder());
    const asks = async () => (await simulator.confirm(id, clientSecret, makeCard('4000002500003155'))).body;
    expect(await asks()).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect((await simulator.authenticate(id, clientSecret, false)).status).toBe(402);
    expect((await payments.retrieveIntent(id)).status).toBe('open');
    await asks();
    expect((await simulator.authenticate(id, clientSecret, true)).status).toBe(200);
    expect(await payments.retrieveIntent(id)).toMatchObject({
      status: 'succeeded',
      charge: { card: { last4: '3155' } },
    });
  });

  it('is not charged without the client secret', async () => {
    const { id } = await payments.createIntent(makeOrder());
    const { status } = await simulator.confirm(id, `${id}_secret_guessed`, makeCard('4242424242424242'));
    expect(status).toBe(404);
  });

  it('is charged once by concurrent requests', async () => {
    const { id, clientSecret } = await payments.createIntent(makeOrder());
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => simulator.confirm(id, clientSecret, makeCard('4242424242424242'))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(listEventTypes(id).filter((type) => type === 'charge.succeeded')).toHaveLength(1);
  });

  it('is stored by its last four digits only', async () => {
    const { rows } = await sql<{ data: string }>`select data::text from stripe_simulator.objects`.execute(database.db);
    expect(rows.map(({ data }) => data).join()).not.toMatch(/4242424242424242|4000002500003155/);
  });
});

describe('A refund', () => {
  async function paid() {
    const { id, clientSecret } = await payments.createIntent(makeOrder());
    await simulator?.confirm(id, clientSecret, makeCard('4242424242424242'));
    return id;
  }

  it('returns a part, then the rest, each once', async () => {
    const intentId = await paid();
    const part = { reference: randomUUID(), intentId, amountCents: 2_500 };
    const first = await payments.refund(part);
    expect(await payments.refund(part)).toEqual(first);
    await payments.refund({ reference: randomUUID(), intentId, amountCents: 7_500 });
    const { charge } = await payments.retrieveIntent(intentId);
    expect(charge?.refunds.map(({ amountCents, status }) => [amountCents, status])).toEqual([
      [7_500, 'made'],
      [2_500, 'made'],
    ]);
  });

  it('never exceeds the charge', async () => {
    const intentId = await paid();
    await expect(payments.refund({ reference: randomUUID(), intentId, amountCents: 10_001 })).rejects.toThrow(
      /greater than/,
    );
    expect((await payments.retrieveIntent(intentId)).charge?.refunds).toEqual([]);
  });
});

describe('An event', () => {
  it('is parsed when it is signed', async () => {
    const { id } = await payments.createIntent(makeOrder());
    const { body, signature } = delivered.findLast((event) => event.body.includes(id)) ?? { body: '', signature: '' };
    expect(payments.constructEvent(Buffer.from(body), signature)).toEqual({
      id: JSON.parse(body).id,
      type: 'payment_intent.created',
      intentId: id,
    });
    const altered = body.replace('10000', '1');
    expect(() => payments.constructEvent(Buffer.from(altered), signature)).toThrow(/not signed/);
    expect(() => payments.constructEvent(Buffer.from(body), undefined)).toThrow('This event is not signed.');
    expect(() => payments.constructEvent(Buffer.from(body), `t=1,v1=${randomBytes(32).toString('hex')}`)).toThrow(
      /not signed/,
    );
  });
});

it('lists its charges', async () => {
  for (let i = 0; i < 4; i++) {
    const { id, clientSecret } = await payments.createIntent(makeOrder());
    await simulator.confirm(id, clientSecret, makeCard('4242424242424242'));
  }
  const charges = [];
  for await (const charge of payments.listCharges(new Date(0))) charges.push(charge);
  // Declined ones too.
  expect(charges.filter(({ isPaid }) => isPaid).length).toBeGreaterThan(3);
  expect(charges.every(({ amountCents }) => amountCents === 10_000)).toBe(true);
  for await (const charge of payments.listCharges(new Date(Date.now() + 60_000))) expect(charge).toBeUndefined();
});
