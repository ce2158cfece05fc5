import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { vi } from 'vitest';
import type { StripeObject } from '#server/stripe/simulator/objects.ts';
import { createSimulator, SIMULATED_KEY } from '#server/stripe/simulator/simulator.ts';
import type { Visitor } from './api.ts';
import { createTestDatabase } from './database.ts';
import { TEST_CARDS, toCardDetails } from './payments.ts';

const WEBHOOK_SECRET = 'whsec_of_the_tests';

/** What answers instead of the simulator. */
type Responder = (response: ServerResponse, request: string) => void;

/** An event as it is sent to the webhook. */
export interface SignedEvent {
  body: string;
  signature: string;
}

/**
 * A Stripe of the test's own: the simulator behind a socket, with a memory of its own. Its events go nowhere: the test sends
 * them, or does not.
 */
export async function startStripeServer() {
  const { db, drop } = await createTestDatabase('empty');
  const events: StripeObject[] = [];
  const simulator = createSimulator(db, (event) => events.push(event));
  const pay = async (intent: { intentId: string; clientSecret: string }, number: string = TEST_CARDS.success) => {
    const { status } = await simulator.confirm(intent.intentId, intent.clientSecret, toCardDetails(number));
    return status;
  };
  let resumed = Promise.resolve();
  let override: { to: string; respondWith: Responder } | undefined;
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
    if (override && target.startsWith(override.to)) return override.respondWith(response, target);
    const answer = await simulator.fetch(`http://stripe.test${url}`, { method, body, headers: headers as HeadersInit });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    /** What makes the program ask this one. */
    env: {
      STRIPE_SECRET_KEY: SIMULATED_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    /** What has happened, the newest last. */
    events,
    simulator,
    /** Lets another answer, until it is told otherwise: all that is asked, or what begins so ('POST /v1/refunds'). */
    answer(answer: Responder | undefined, to = '') {
      override = answer && { to, respondWith: answer };
    },
    /** Pays an intent by card, as Stripe's page script does; other processes do it by `POST /test/pay`. */
    pay,
    /** Gives money back as the dashboard does: all that is left, unless told. */
    async refund(intentId: string, amountCents?: number) {
      const body = new URLSearchParams({
        payment_intent: intentId,
        ...(amountCents !== undefined && { amount: String(amountCents) }),
      });
      const headers = { authorization: `Bearer ${SIMULATED_KEY}` };
      await simulator.fetch('http://stripe.test/v1/refunds', { method: 'POST', body: String(body), headers });
    },
    /** Answers nothing while something is done; tells how often it was asked meanwhile, once it was. */
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
    /** What is there of a kind for an intent, the newest first. */
    async findObjects(kind: string, intentId: string) {
      const { rows } = await sql<{ data: StripeObject }>`
        select data from stripe_simulator.objects where kind = ${kind} and data->>'payment_intent' = ${intentId}
        order by created_at desc`.execute(db);
      return rows.map(({ data }) => data);
    },
    /** Makes an object other than it was, as the dashboard or a bank could. */
    async updateObject(id: string, change: object) {
      await sql`
        update stripe_simulator.objects set data = data || ${JSON.stringify(change)}::jsonb where id = ${id}`.execute(
        db,
      );
    },
    /** Lets all that happened have happened so long ago. */
    async backdate(interval: string) {
      await sql`update stripe_simulator.objects set created_at = created_at - ${interval}::interval`.execute(db);
    },
    /** Keeps an object that only a bank makes. */
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

/** An event, or any other text, as Stripe signs it: now, unless told, and with the secret that the program knows. */
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
