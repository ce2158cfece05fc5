import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { openPaymentProvider } from '#server/platform/stripe/open.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { TEST_CARDS, toCardDetails } from '#tests/support/payments.ts';
import { deliverUntilAccepted, getRetryDelays } from './event-delivery.ts';
import { createSimulator, SIMULATED_KEY } from './simulator.ts';

// The official SDK, as Stripe's documentation describes its behavior (https://docs.stripe.com/api).
const { db, drop } = await createTestDatabase('empty');
afterAll(drop);
const events: Stripe.EventBase[] = [];
const simulator = createSimulator(db, (event) => events.push(event));
const openSdk = (key: string) =>
  new Stripe(key, {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(simulator.fetch as unknown as typeof fetch),
  });
const stripe = openSdk(SIMULATED_KEY);

const ORDER = { amount: 10_000, currency: 'usd', metadata: { plan: 'monthly' } };
const createIntent = () => stripe.paymentIntents.create(ORDER);
async function pay(number: string = TEST_CARDS.success) {
  const { id, client_secret } = await createIntent();
  await simulator.confirm(id, client_secret ?? '', toCardDetails(number));
  return stripe.paymentIntents.retrieve(id);
}
const latestCharge = ({ latest_charge }: Stripe.PaymentIntent) => latest_charge as string;

/** The error that a request is refused with. */
async function getError(request: Promise<unknown>) {
  const error = await request.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw error ?? new Error('The request was accepted');
  const { statusCode, rawType, code, param, message } = error;
  return { statusCode, rawType, code, param, message };
}
const refused = (code: string | undefined, param?: string, statusCode = 400) =>
  expect.objectContaining({ statusCode, rawType: 'invalid_request_error', code, param });

/** A request with parameters that the types of the SDK do not allow. */
const send = (method: 'GET' | 'POST', path: string, params: object = {}) => stripe.rawRequest(method, path, params);

describe('Every response', () => {
  it('has the id of its request, an error too', async () => {
    const { lastResponse } = await createIntent();
    expect(lastResponse.requestId).toMatch(/^req_\w+$/);
    const error = await stripe.paymentIntents.retrieve('pi_none').catch((thrown) => thrown);
    expect(error.requestId).toMatch(/^req_\w+$/);
    expect(error.requestId).not.toBe(lastResponse.requestId);
    expect(error.doc_url).toBe('https://stripe.com/docs/error-codes/resource-missing');
  });

  it('refuses another key', async () => {
    const error = await getError(openSdk('sk_test_other').charges.list());
    expect(error).toMatchObject({ statusCode: 401, message: 'Invalid API Key provided.' });
  });
});

describe('A parameter', () => {
  it.each<['GET' | 'POST', string, object, string]>([
    ['POST', '/v1/payment_intents', { ...ORDER, amonut: 1 }, 'amonut'],
    [
      'POST',
      '/v1/payment_intents',
      { ...ORDER, automatic_payment_methods: { on: true } },
      'automatic_payment_methods[on]',
    ],
    ['POST', '/v1/payment_intents', { ...ORDER, constructor: 1 }, 'constructor'],
    ['POST', '/v1/payment_intents/pi_1/cancel', { reason: 'x' }, 'reason'],
    ['POST', '/v1/refunds', { payment_intent: 'pi_1', intent: 'pi_1' }, 'intent'],
    ['GET', '/v1/refunds?intent=pi_1', {}, 'intent'],
    ['GET', '/v1/charges?created[after]=1', {}, 'created[after]'],
    ['GET', '/v1/charges/ch_1?limit=1', {}, 'limit'],
    ['GET', '/v1/disputes?status=won', {}, 'status'],
  ])('that is unknown is refused: %s %s %j', async (method, path, params, param) => {
    const error = await getError(send(method, path, params));
    expect(error).toEqual(refused('parameter_unknown', param));
    expect(error.message).toBe(`Received unknown parameter: ${param}`);
  });

  it.each<[object, string | undefined, string]>([
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: 10_000 }, 'parameter_missing', 'currency'],
    [{ ...ORDER, currency: 'eur' }, undefined, 'currency'],
    [{ ...ORDER, amount: 'ten' }, 'parameter_invalid_integer', 'amount'],
    [{ ...ORDER, amount: 99.5 }, 'parameter_invalid_integer', 'amount'],
    [{ ...ORDER, amount: 0 }, 'parameter_invalid_integer', 'amount'],
    [{ ...ORDER, amount: -10_000 }, 'parameter_invalid_integer', 'amount'],
    [{ ...ORDER, amount: 49 }, 'amount_too_small', 'amount'],
    [{ ...ORDER, amount: 100_000_000 }, 'amount_too_large', 'amount'],
    [{ ...ORDER, amount: 1_000_000_000_000 }, 'amount_too_large', 'amount'],
    [{ ...ORDER, metadata: { plan: 'x'.repeat(501) } }, undefined, 'metadata[plan]'],
    [{ ...ORDER, metadata: { ['x'.repeat(41)]: '1' } }, undefined, 'metadata'],
    [{ ...ORDER, metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, '1'])) }, undefined, 'metadata'],
    [{ ...ORDER, expand: ['customer'] }, undefined, 'expand'],
  ])('that does not fit is refused: %j', async (params, code, param) => {
    expect(await getError(send('POST', '/v1/payment_intents', params))).toEqual(refused(code, param));
  });

  it.each([50, 99_999_999])('amount may be %i', async (amount) => {
    expect((await stripe.paymentIntents.create({ ...ORDER, amount })).amount).toBe(amount);
  });

  it('of a list is checked', async () => {
    expect(await getError(stripe.charges.list({ limit: 101 }))).toEqual(refused('parameter_invalid_integer', 'limit'));
    expect(await getError(stripe.charges.list({ limit: 0 }))).toEqual(refused('parameter_invalid_integer', 'limit'));
    const error = await getError(stripe.charges.list({ starting_after: 'ch_none' }));
    expect(error).toEqual(refused('resource_missing', 'starting_after', 404));
  });
});

describe('An object', () => {
  it('is returned as it was created, without what only the simulator stores', async () => {
    const { lastResponse: _created, ...created } = await createIntent();
    const { lastResponse: _retrieved, ...retrieved } = await stripe.paymentIntents.retrieve(created.id);
    expect(retrieved).toEqual(created);
    expect(JSON.stringify([created, events])).not.toContain('simulated_card');
  });

  it('is missing under an unknown id', async () => {
    expect(await getError(stripe.paymentIntents.retrieve('pi_none'))).toEqual(
      refused('resource_missing', 'intent', 404),
    );
    expect(await getError(stripe.charges.retrieve('ch_none'))).toEqual(refused('resource_missing', 'id', 404));
    expect(await getError(stripe.refunds.retrieve('re_none'))).toEqual(refused('resource_missing', 'id', 404));
    expect(await getError(stripe.events.retrieve('evt_none'))).toEqual(refused('resource_missing', 'id', 404));
    expect((await getError(send('GET', '/v1/customers'))).message).toBe(
      'Unrecognized request URL (GET: /v1/customers).',
    );
  });

  it('is a charge, with its refunds where they are expanded', async () => {
    const intent = await pay();
    const { id: refundId } = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    const charge = await stripe.charges.retrieve(latestCharge(intent));
    expect(charge).toMatchObject({ amount: 10_000, amount_refunded: 100, paid: true, payment_intent: intent.id });
    expect(charge.refunds).toBeUndefined();
    const expanded = await stripe.charges.retrieve(charge.id, { expand: ['refunds'] });
    expect(expanded.refunds?.data.map(({ id }) => id)).toEqual([refundId]);
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.refunds'] });
    expect(latest_charge).toEqual({ ...expanded, lastResponse: undefined });
  });

  it('is a failed charge after a decline, and none after a wrong number', async () => {
    const declined = await pay(TEST_CARDS.insufficientFunds);
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    expect(await stripe.charges.retrieve(latestCharge(declined))).toMatchObject({
      paid: false,
      captured: false,
      status: 'failed',
      failure_code: 'card_declined',
    });
    expect(await pay('4242424242424241')).toMatchObject({ latest_charge: null, last_payment_error: null });
  });

  it('is a canceled intent, which cannot be canceled again', async () => {
    const { id } = await createIntent();
    expect(await stripe.paymentIntents.cancel(id)).toMatchObject({
      status: 'canceled',
      canceled_at: expect.any(Number),
    });
    const error = await getError(stripe.paymentIntents.cancel(id));
    expect(error).toEqual(refused('payment_intent_unexpected_state'));
    expect(error.message).toContain('because it has a status of canceled');
  });
});

describe('Refunds', () => {
  it('are listed by their intent or charge', async () => {
    const [one, other] = [await pay(), await pay()];
    const refund = async (intent: string, amount: number) =>
      (await stripe.refunds.create({ payment_intent: intent, amount })).id;
    const ids = [await refund(one.id, 100), await refund(one.id, 200), await refund(one.id, 300)];
    const otherId = await refund(other.id, 100);
    const listed = await stripe.refunds.list({ payment_intent: one.id });
    expect(listed.data.map(({ id }) => id)).toEqual(ids.toReversed());
    const byCharge = await stripe.refunds.list({ charge: latestCharge(other) });
    expect(byCharge.data.map(({ id }) => id)).toEqual([otherId]);
    const refundIds = [];
    for await (const { id } of stripe.refunds.list({ payment_intent: one.id, limit: 1 })) refundIds.push(id);
    expect(refundIds).toEqual(ids.toReversed());
    expect(await stripe.refunds.retrieve(otherId)).toMatchObject({ amount: 100, payment_intent: other.id });
    expect((await stripe.charges.list({ payment_intent: one.id })).data).toMatchObject([{ id: latestCharge(one) }]);
  });

  it('of an intent without a successful charge are refused', async () => {
    const canceled = await createIntent();
    await stripe.paymentIntents.cancel(canceled.id);
    for (const { id } of [await createIntent(), canceled, await pay(TEST_CARDS.declined)]) {
      const error = await getError(stripe.refunds.create({ payment_intent: id }));
      expect(error).toEqual(refused('payment_intent_unexpected_state'));
      expect(error.message).toBe(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
    }
  });

  it('of an unknown intent or charge, or of nothing, are refused', async () => {
    const byIntent = await getError(stripe.refunds.create({ payment_intent: 'pi_none' }));
    expect(byIntent).toEqual(refused('resource_missing', 'payment_intent', 404));
    const byCharge = await getError(stripe.refunds.create({ charge: 'ch_none' }));
    expect(byCharge).toEqual(refused('resource_missing', 'charge', 404));
    expect(await getError(stripe.refunds.create({ amount: 100 }))).toEqual(refused('parameter_missing'));
  });

  it('never exceed the charge, to the cent', async () => {
    const { id, latest_charge } = await pay();
    const tooMuch = await getError(stripe.refunds.create({ payment_intent: id, amount: 10_001 }));
    expect(tooMuch).toEqual(refused(undefined, 'amount'));
    expect(tooMuch.message).toBe('Refund amount ($100.01) is greater than unrefunded amount on charge ($100.00)');
    await stripe.refunds.create({ charge: latest_charge as string, amount: 9_999 });
    expect(await getError(stripe.refunds.create({ payment_intent: id, amount: 2 }))).toEqual(
      refused(undefined, 'amount'),
    );
    expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(1);
    expect(await stripe.charges.retrieve(latest_charge as string)).toMatchObject({
      amount_refunded: 10_000,
      refunded: true,
    });
    const again = await getError(stripe.refunds.create({ payment_intent: id }));
    expect(again).toEqual(refused('charge_already_refunded'));
  });
});

describe('An idempotency key', () => {
  it('repeats the response, also an error', async () => {
    const { id } = await pay();
    const idempotencyKey = randomUUID();
    const first = await stripe.refunds.create({ payment_intent: id, amount: 100 }, { idempotencyKey });
    const again = await stripe.refunds.create({ payment_intent: id, amount: 100 }, { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect(new Headers(again.lastResponse.headers).get('idempotent-replayed')).toBe('true');
    expect(again.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1);

    const unpaid = await createIntent();
    const key = randomUUID();
    const refund = () => stripe.refunds.create({ payment_intent: unpaid.id }, { idempotencyKey: key });
    const error = await getError(refund());
    await simulator.confirm(unpaid.id, unpaid.client_secret ?? '', toCardDetails(TEST_CARDS.success));
    expect(await getError(refund())).toEqual(error);
  });

  it('is refused with other parameters, or for another operation', async () => {
    const idempotencyKey = randomUUID();
    await stripe.paymentIntents.create(ORDER, { idempotencyKey });
    const conflict = { statusCode: 400, rawType: 'idempotency_error' };
    const other = { ...ORDER, amount: 10_001 };
    expect(await getError(stripe.paymentIntents.create(other, { idempotencyKey }))).toMatchObject(conflict);
    expect(await getError(stripe.refunds.create({ charge: 'ch_1' }, { idempotencyKey }))).toMatchObject(conflict);
    const [one, two] = [await createIntent(), await createIntent()];
    const cancelKey = { idempotencyKey: randomUUID() };
    await stripe.paymentIntents.cancel(one.id, {}, cancelKey);
    expect(await getError(stripe.paymentIntents.cancel(two.id, {}, cancelKey))).toMatchObject(conflict);
    const idempotencyKeyTooLong = 'x'.repeat(256);
    const tooLong = stripe.paymentIntents.create(ORDER, { idempotencyKey: idempotencyKeyTooLong });
    expect(await getError(tooLong)).toEqual(refused(undefined));
  });

  it('is free after a request that was refused for its parameters, and after a day', async () => {
    const idempotencyKey = randomUUID();
    await getError(stripe.paymentIntents.create({ ...ORDER, amount: 49 }, { idempotencyKey }));
    const first = await stripe.paymentIntents.create(ORDER, { idempotencyKey });
    await sql`update stripe_simulator.requests set created_at = created_at - interval '23 hours'`.execute(db);
    expect((await stripe.paymentIntents.create(ORDER, { idempotencyKey })).id).toBe(first.id);
    await sql`update stripe_simulator.requests set created_at = created_at - interval '1 hour'`.execute(db);
    expect((await stripe.paymentIntents.create(ORDER, { idempotencyKey })).id).not.toBe(first.id);
  });
});

describe('An event', () => {
  const typesOf = (id: string) =>
    events.filter(({ data }) => JSON.stringify(data).includes(id)).map(({ type }) => type);

  it('is emitted for each change, and can be retrieved', async () => {
    const intent = await pay();
    await stripe.refunds.create({ payment_intent: intent.id });
    expect(typesOf(intent.id)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.refunded',
      'refund.created',
    ]);
    expect(typesOf((await pay(TEST_CARDS.declined)).id).slice(1)).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
    ]);
    const last = events.at(-1) as Stripe.EventBase;
    expect(await stripe.events.retrieve(last.id)).toMatchObject({ id: last.id, type: last.type, object: 'event' });
  });

  it('names the request that caused it', async () => {
    const idempotencyKey = randomUUID();
    const { lastResponse } = await stripe.paymentIntents.create(ORDER, { idempotencyKey });
    expect(events.at(-1)).toMatchObject({
      api_version: lastResponse.apiVersion,
      request: { id: lastResponse.requestId, idempotency_key: idempotencyKey },
    });
  });

  it('is delivered until it is accepted, each time with its own signature', async () => {
    const results = [() => Promise.reject(new Error('no connection')), () => 500, () => 400, () => 302, () => 204];
    const received: { body: string; signature: string }[] = [];
    const { promise: accepted, resolve } = Promise.withResolvers<void>();
    const deliver = async (body: string, signature: string) => {
      received.push({ body, signature });
      const result = await results[received.length - 1]?.();
      if (result === 204) resolve();
      return result ?? 0;
    };
    const { provider } = openPaymentProvider(readEnv({}), db, deliver, { firstRetryMs: 1 });
    await provider.createIntent({
      reference: randomUUID(),
      paymentId: 1,
      accountId: 1,
      plan: 'monthly',
      listingId: null,
      customerId: null,
      savesCard: false,
      amountCents: 10_000,
      currency: 'usd',
      description: 'Premium Monthly',
    });
    await accepted;
    expect(received).toHaveLength(results.length);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    for (const { body, signature } of received) {
      expect(provider.constructEvent(Buffer.from(body), signature).type).toBe('payment_intent.created');
    }
  });

  it('is not delivered after the shutdown', async () => {
    const shutdown = new AbortController();
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      if (attempts === 3) shutdown.abort();
      return 500;
    };
    expect(await deliverUntilAccepted(attempt, { signal: shutdown.signal, firstRetryMs: 1 })).toBe(false);
    expect(attempts).toBe(3);
  });

  it('is delivered again after 1, 2, 4 … seconds, then hourly, for three days', () => {
    const delays = [...getRetryDelays()];
    expect(delays.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
    const HOUR_MS = 3_600_000;
    expect(Math.max(...delays)).toBe(HOUR_MS);
    const total = delays.reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeGreaterThanOrEqual(72 * HOUR_MS);
    expect(total).toBeLessThan(73 * HOUR_MS);
  });
});
