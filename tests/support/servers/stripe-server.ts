import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { vi } from 'vitest';
import { createSimulator, SIMULATED_KEY } from '#server/platform/stripe/simulator/simulator.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { TEST_CARDS, toCardDetails } from '#tests/support/payments.ts';

const WEBHOOK_SECRET = 'whsec_of_the_tests';

/** Responds in place of the simulator. */
type Responder = (response: ServerResponse, request: string) => void;

/** An object of Stripe's API, as it is stored. */
type StripeObject = { id: string; object: string; [field: string]: unknown };

/** An event with the signature that the webhook checks. */
export interface SignedEvent {
  body: string;
  signature: string;
}

/**
 * Starts the Stripe simulator as an HTTP server with its own database. It does not deliver events: the test does, with
 * `deliverWebhook`.
 * @param options.isLive whether its keys are live ones, so that payments are
 */
export async function startStripeServer({ isLive = false } = {}) {
  const secretKey = isLive ? 'sk_live_of_the_tests' : SIMULATED_KEY;
  const { db, drop } = await createTestDatabase('empty');
  const events: Stripe.EventBase[] = [];
  const simulator = createSimulator(db, (event) => events.push(event), { secretKey });
  const pay = async (intent: { intentId: string; clientSecret: string }, number: string = TEST_CARDS.success) => {
    const { status } = await simulator.confirm(intent.intentId, intent.clientSecret, toCardDetails(number));
    return status;
  };
  let resumed = Promise.resolve();
  let override: { to: string; respond: Responder } | undefined;
  let requestCount = 0;
  const server = createServer(async (request, response) => {
    requestCount += 1;
    await resumed;
    const { method, url = '', headers } = request;
    const body = await text(request);
    if (url === '/test/pay') {
      await pay(JSON.parse(body));
      return response.end();
    }
    const target = `${method} ${url.split('?')[0]}`;
    if (override && target.startsWith(override.to)) return override.respond(response, target);
    const simulated = await simulator.fetch(`http://stripe.test${url}`, {
      method,
      body,
      headers: headers as HeadersInit,
    });
    response.writeHead(simulated.status, Object.fromEntries(simulated.headers)).end(await simulated.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    /** The environment variables that direct the app to this server. */
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: isLive ? 'pk_live_of_the_tests' : 'pk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    /** The events so far, newest last. */
    events,
    simulator,
    /** Overrides the responses to all requests, or to those with this prefix ('POST /v1/refunds'); undefined ends that. */
    respondWith(respond: Responder | undefined, to = '') {
      override = respond && { to, respond };
    },
    /** Pays an intent by card, as Stripe's script on a page does. Other processes send `POST /test/pay` instead. */
    pay,
    /** Refunds a payment as Stripe's dashboard does: this amount, or all of the rest. */
    async refund(intentId: string, amountCents?: number) {
      const body = new URLSearchParams({
        payment_intent: intentId,
        ...(amountCents !== undefined && { amount: String(amountCents) }),
      });
      const headers = { authorization: `Bearer ${secretKey}` };
      await simulator.fetch('http://stripe.test/v1/refunds', { method: 'POST', body: String(body), headers });
    },
    /** Delays all responses until `meanwhile` is done and a request has arrived; returns the number of requests. */
    async pause(meanwhile: () => Promise<void>) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = requestCount;
      resumed = promise;
      try {
        await meanwhile();
        await vi.waitUntil(() => requestCount > before, { timeout: 20_000, interval: 10 });
      } finally {
        resolve();
      }
      return requestCount - before;
    },
    /** The objects of a kind that belong to an intent, newest first. */
    async findObjects(kind: string, intentId: string) {
      const { rows } = await sql<{ data: StripeObject }>`
        select data from stripe_simulator.objects where kind = ${kind} and data->>'payment_intent' = ${intentId}
        order by created_at desc`.execute(db);
      return rows.map(({ data }) => data);
    },
    /** All objects of a kind. */
    async listObjects(kind: string) {
      const { rows } = await sql<{ data: StripeObject }>`
        select data from stripe_simulator.objects where kind = ${kind}`.execute(db);
      return rows.map(({ data }) => data);
    },
    /** Changes an object, as the dashboard or a bank could. */
    async updateObject(id: string, change: object) {
      await sql`
        update stripe_simulator.objects set data = data || ${JSON.stringify(change)}::jsonb where id = ${id}`.execute(
        db,
      );
    },
    /** Moves the creation time of all objects into the past by this interval. */
    async backdate(interval: string) {
      await sql`update stripe_simulator.objects set created_at = created_at - ${interval}::interval`.execute(db);
    },
    /** Inserts an object that only a bank can create. */
    async insertObject(object: StripeObject) {
      await sql`
        insert into stripe_simulator.objects (id, kind, data)
        values (${object.id}, ${object.object}, ${JSON.stringify(object)}::jsonb)`.execute(db);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await drop();
    },
  };
}

/** Signs an event or another text as Stripe does; by default now and with the secret of the app. */
export function signEvent(event: object | string, { ageSeconds = 0, secret = WEBHOOK_SECRET } = {}): SignedEvent {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}

/** Sends an event to the webhook. */
export const deliverWebhook = (visitor: Visitor, { body, signature }: SignedEvent) =>
  visitor.send('POST', '/api/webhooks/stripe', body, {
    'content-type': 'application/json',
    'stripe-signature': signature,
    'sec-fetch-site': 'cross-site',
  });
