import type { Kysely, Transaction } from 'kysely';
import type Stripe from 'stripe';
import type { DB } from '#server/platform/db/schema.ts';
import { authenticateIntent, confirmIntent } from './confirmation.ts';
import { type EmitEvent, makeEvent } from './events.ts';
import { parseForm } from './form-encoding.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { newId } from './object-ids.ts';
import { findOperation } from './operations.ts';
import { findMissingParameter, findParameterError } from './parameters.ts';
import { errorResponse, type SimulatorResponse, unrecognizedUrl } from './responses.ts';
import { saveObject } from './store.ts';
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

/** The secret key that the SDK uses with the simulator. */
export const SIMULATED_KEY = 'sk_test_simulated';

/**
 * The simulator stores its objects in the database: a payment survives a restart, and all processes of the site see the same
 * objects. See docs/decisions/0033-stripe-simulator.md.
 * @param onEvent called with every event after its transaction has committed, to send it to the webhook
 * @param options.secretKey the key that it accepts (tests)
 */
export function createSimulator(
  db: Kysely<DB>,
  onEvent: (event: Stripe.EventBase) => void,
  { secretKey = SIMULATED_KEY } = {},
): Simulator {
  /** Runs a write operation in a transaction, and emits its events after the commit. */
  async function runInTransaction(
    work: (trx: Transaction<DB>, emit: EmitEvent) => Promise<SimulatorResponse>,
    { requestId = newId('req'), idempotencyKey = null, apiVersion = null }: Partial<RequestDetails> = {},
  ): Promise<SimulatorResponse> {
    const events: Stripe.EventBase[] = [];
    const response = await db.transaction().execute((trx) =>
      work(trx, async (type, object) => {
        const event = makeEvent(type, object, { id: requestId, idempotency_key: idempotencyKey }, apiVersion);
        events.push(await saveObject(trx, event));
      }),
    );
    for (const event of events) onEvent(event);
    return response;
  }

  async function respond(request: ApiRequest): Promise<SimulatorResponse> {
    if (!request.isAuthorized) return errorResponse(401, 'invalid_request_error', 'Invalid API Key provided.');
    const found = findOperation(request);
    if (!found) return unrecognizedUrl(request);
    const { operation, id } = found;
    const { fields } = request;
    const error = findParameterError(fields, operation.parameters) ?? findMissingParameter(fields, operation.required);
    if (error) return error;
    if ('read' in operation) return operation.read(db, { id, fields });
    return runInTransaction(
      (trx, emit) => withIdempotencyKey(trx, request, () => operation.write(trx, { id, fields }, emit)),
      request,
    );
  }

  return {
    async fetch(url, { method = 'GET', body = '', headers }) {
      const { pathname, search } = new URL(url);
      const given = new Headers(headers);
      const requestId = newId('req');
      const apiVersion = given.get('stripe-version');
      const idempotencyKey = given.get('idempotency-key');
      const response = await respond({
        method,
        path: pathname,
        fields: parseForm(method === 'GET' ? search.slice(1) : body),
        rawBody: body,
        isAuthorized: given.get('authorization') === `Bearer ${secretKey}`,
        requestId,
        apiVersion,
        idempotencyKey,
      });
      return Response.json(response.body, {
        status: response.status,
        headers: {
          'request-id': requestId,
          ...(apiVersion !== null && { 'stripe-version': apiVersion }),
          ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
          ...response.headers,
        },
      });
    },

    confirm: (intentId, clientSecret, card) =>
      runInTransaction((trx, emit) => confirmIntent(trx, { intentId, clientSecret, card }, emit)),

    authenticate: (intentId, clientSecret, agreed) =>
      runInTransaction((trx, emit) => authenticateIntent(trx, { intentId, clientSecret, agreed }, emit)),
  };
}

/** What identifies a request in its response and events. */
interface RequestDetails {
  requestId: string;
  idempotencyKey: string | null;
  apiVersion: string | null;
}

interface ApiRequest extends RequestDetails {
  method: string;
  path: string;
  fields: ReturnType<typeof parseForm>;
  rawBody: string;
  isAuthorized: boolean;
}
