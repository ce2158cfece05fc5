import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent, returnFromPayment } from '#tests/support/payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';
import { openStripe } from './stripe.ts';
import { readStripeConfig } from './stripe-config.ts';

// The server behind the SDK need not be Stripe: a mock or a proxy can return anything.
const stripe = await startStripeServer();
const logLines: string[] = [];
const api = await createTestApi({ env: stripe.env, log: { write: (line) => void logLines.push(line) } });
const { db } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});
afterEach(() => stripe.respondWith(undefined));
// Stripe's package waits half a second and more before it asks again: here it asks at once.
beforeEach(() => {
  const setTimeout = globalThis.setTimeout;
  const isRetryDelay = (ms = 0) => ms >= 500 && ms <= 1000;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...values: []) =>
    setTimeout(run, isRetryDelay(ms) ? 0 : ms, ...values)) as typeof setTimeout);
});

let owner: Visitor;
let administrator: Visitor;
let paid: { intentId: string; paymentId: number };
beforeAll(async () => {
  const { id } = await makeAccount(db);
  owner = await api.signedInVisitor(id);
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1, username: 'admin', email: null })).id);
  const intent = await createPaymentIntent(owner, { plan: 'annual' });
  await stripe.pay(intent);
  const { paymentId } = (await returnFromPayment(owner, intent.intentId)).body;
  paid = { intentId: intent.intentId, paymentId: paymentId ?? (await owner.get('/api/user/payments')).body[0].id };
});

// From Stripe's published API description, shortened.
const INTENT = {
  id: 'pi_1PgafmB7WZ01zgkW6dKueIc5',
  object: 'payment_intent',
  amount: 2000,
  amount_received: 0,
  client_secret: 'pi_1PgafmB7WZ01zgkW6dKueIc5_secret_dZU79YcwnAvLDsxNkDKGFIIkd',
  currency: 'usd',
  latest_charge: null,
  metadata: {},
  status: 'requires_payment_method',
};
const REFUND = { id: 're_1Pgafu2eZvKYlo2C', object: 'refund', amount: 100, metadata: {}, status: 'succeeded' };

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const fixtures = (intent: object) => (response: ServerResponse, request: string) =>
  json(request.includes('/refunds') ? REFUND : intent)(response);
const error = (status: number, type: string, message = 'No') => json({ error: { type, message } }, status);

const RESPONSES: [string, (response: ServerResponse, request: string) => void][] = [
  ['a fixture with another id and amount', fixtures(INTENT)],
  [
    'a fixture that was paid',
    fixtures({ ...INTENT, status: 'succeeded', amount_received: 2000, latest_charge: 'ch_1' }),
  ],
  ['the right price of the wrong order', fixtures({ ...INTENT, amount: 10_000 })],
  ['an amount that is a text', fixtures({ ...INTENT, amount: '10000' })],
  ['an amount below nothing', fixtures({ ...INTENT, amount: -1 })],
  ['metadata that is none', fixtures({ ...INTENT, metadata: null })],
  ['a charge that is none', fixtures({ ...INTENT, latest_charge: { id: 'ch_1' } })],
  ['no id', fixtures({ ...INTENT, id: undefined })],
  ['an id of 10,000 letters', fixtures({ ...INTENT, id: `pi_${'x'.repeat(10_000)}` })],
  ['an empty object', json({})],
  ['a list', json([])],
  ['null', json(null)],
  ['a number', json(7)],
  ['HTML', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')],
  ['half an object', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":')],
  ['nothing', (response) => void response.writeHead(200).end()],
  ['400', error(400, 'invalid_request_error')],
  ['401', error(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_*****ated')],
  ['402', error(402, 'card_error')],
  ['403', error(403, 'invalid_request_error')],
  ['404', error(404, 'invalid_request_error')],
  ['409', error(409, 'idempotency_error')],
  ['429', error(429, 'rate_limit_error')],
  ['500', error(500, 'api_error')],
  ['503 with no JSON', (response) => void response.writeHead(503).end('down')],
  ['a redirect', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ['a connection that breaks', (response) => void response.socket?.destroy()],
];

/** The responses that say that the request is wrong, whenever it is sent. */
const REFUSALS = new Set(['400', '404']);
const UNAVAILABLE = 'We can’t reach the card service right now. Please try again later.';

describe('A server that responds with', () => {
  it.each(RESPONSES)('%s creates no intent, and loses no payment', async (_what, respond) => {
    logLines.length = 0;
    await db.deleteFrom('limits').execute();
    const buyer = await api.signedInVisitor((await makeAccount(db)).id);
    stripe.respondWith(respond);
    const { status, body } = await buyer.post('/api/create-payment-intent', { plan: 'monthly' });
    expect([status, body]).toEqual([503, { message: 'Failed to create payment intent' }]);
    stripe.respondWith(undefined);
    // The same payment continues when Stripe is available again.
    const intent = await createPaymentIntent(buyer, { plan: 'monthly' });
    await stripe.pay(intent);
    expect((await returnFromPayment(buyer, intent.intentId)).body.message).toContain('credit');
    expect((await buyer.get('/api/user/payments')).body).toHaveLength(1);
    expect(logLines.some((line) => line.includes('no intent was made'))).toBe(true);
    expect(logLines.join()).not.toContain(stripe.env.STRIPE_SECRET_KEY);
  });

  it.each(RESPONSES)('%s changes no paid payment, and refunds nothing', async (_what, respond) => {
    await db.deleteFrom('limits').execute();
    const before = await readState();
    stripe.respondWith(respond);
    for (const { status, body } of [
      await owner.get(`/api/user/payment-intents/${paid.intentId}`),
      await returnFromPayment(owner, paid.intentId),
    ])
      expect([status, body]).toEqual([503, { message: UNAVAILABLE }]);
    expect(await readState()).toEqual(before);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it.each(RESPONSES)('%s to a refund makes none', async (what, respond) => {
    stripe.respondWith(respond, 'POST /v1/refunds');
    const { status, body } = await administrator.post(`/api/admin/payments/${paid.paymentId}/refunds`, {
      amountCents: 100,
      reason: 'Asked for',
      endsLevel: false,
    });
    // Anything but a refusal is retried: the refund may have been made.
    const expected = REFUSALS.has(what) ? [409, 'The card service declined this refund: No'] : [503, UNAVAILABLE];
    expect([status, body.message]).toEqual(expected);
    const refunds = await db.selectFrom('refunds').select('status').where('payment_id', '=', paid.paymentId).execute();
    expect(refunds.map(({ status }) => status)).not.toContain('made');
    await db.deleteFrom('refunds').where('payment_id', '=', paid.paymentId).execute();
  });
});

describe('A server that does not respond', () => {
  const access = readStripeConfig(readEnv(stripe.env));
  if (!access) throw new Error('There are keys.');

  it('causes a timeout', async () => {
    stripe.respondWith(() => {});
    await expect(openStripe(access, { timeoutMs: 50 }).retrieveIntent(paid.intentId)).rejects.toMatchObject({
      status: 503,
    });
  });

  it('is abandoned at once when the program ends', async () => {
    const shutdown = new AbortController();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    stripe.respondWith(() => resolve());
    const reading = openStripe(access, { timeoutMs: 600_000, shutdown: shutdown.signal }).retrieveIntent(paid.intentId);
    reading.catch(() => {});
    await asked;
    shutdown.abort();
    await expect(reading).rejects.toMatchObject({ status: 503 });
  });
});

async function readState() {
  const payments = await db.selectFrom('payments').selectAll().orderBy('id').execute();
  const ledger = await db.selectFrom('ledger').selectAll().orderBy('id').execute();
  return { payments, ledger };
}
