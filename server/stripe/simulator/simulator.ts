import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { type ApiRequest, executeRead, findWriteOperation, withIdempotencyKey } from './api.ts';
import { authenticateIntent, confirmIntent } from './confirmation.ts';
import { parseForm } from './form-encoding.ts';
import { type StripeObject, saveEvent } from './objects.ts';
import { type EmitEvent, errorResponse, type SimulatorResponse, unrecognizedUrl } from './responses.ts';
import type { Card } from './test-cards.ts';

/** Replaces Stripe on a site without a Stripe account: the part of its HTTP API that we use, and its browser script. */
export interface Simulator {
  /** Handles a request of the SDK like `api.stripe.com` (https://docs.stripe.com/api). */
  fetch(url: string, init: { method?: string; body?: string; headers?: HeadersInit }): Promise<Response>;
  /** Called by the browser: charges the card, requires authentication, or returns why the card was declined. */
  confirm(intentId: string, clientSecret: string, card: Card): Promise<SimulatorResponse>;
  /** Called by the browser: the holder approved or rejected the payment. */
  authenticate(intentId: string, clientSecret: string, agreed: boolean): Promise<SimulatorResponse>;
}

/**
 * The simulator stores its objects in the database: a payment survives a restart, and all processes of the site see the same
 * objects.
 * See docs/decisions/0033-stripe-simulator.md.
 * @param onEvent called with every event after its transaction has committed, to send it to the webhook
 */
export function createSimulator(db: Kysely<DB>, onEvent: (event: StripeObject) => void): Simulator {
  /** Runs a write operation in a transaction, and emits its events after the commit. */
  async function runInTransaction(
    work: (trx: Transaction<DB>, emit: EmitEvent) => Promise<SimulatorResponse>,
  ): Promise<SimulatorResponse> {
    const events: StripeObject[] = [];
    const respond = await db.transaction().execute((trx) =>
      work(trx, async (type, object) => {
        events.push(await saveEvent(trx, type, object));
      }),
    );
    for (const event of events) onEvent(event);
    return respond;
  }

  async function respond(request: ApiRequest): Promise<SimulatorResponse> {
    if (!request.authorized) return errorResponse(401, 'invalid_request_error', 'Invalid API Key provided.');
    if (request.method === 'GET') return executeRead(db, request);
    const act = findWriteOperation(request);
    if (!act) return unrecognizedUrl(request);
    return runInTransaction((trx, emit) => withIdempotencyKey(trx, request, () => act(trx, request, emit)));
  }

  return {
    async fetch(url, { method = 'GET', body = '', headers }) {
      const { pathname, search } = new URL(url);
      const given = new Headers(headers);
      const { status, body: answered } = await respond({
        method,
        path: pathname,
        fields: parseForm(method === 'GET' ? search.slice(1) : body),
        rawBody: body,
        idempotencyKey: given.get('idempotency-key'),
        authorized: given.get('authorization') === `Bearer ${SIMULATED_KEY}`,
      });
      return Response.json(answered, { status, headers: { 'stripe-version': given.get('stripe-version') ?? '' } });
    },

    confirm: (intentId, clientSecret, card) =>
      runInTransaction((trx, emit) => confirmIntent(trx, { intentId, clientSecret, card }, emit)),

    authenticate: (intentId, clientSecret, agreed) =>
      runInTransaction((trx, emit) => authenticateIntent(trx, { intentId, clientSecret, agreed }, emit)),
  };
}

/** The secret key that the SDK uses with the simulator. */
export const SIMULATED_KEY = 'sk_test_simulated';
