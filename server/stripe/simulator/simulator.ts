import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { type Answer, failure, type Tell, unknownUrl } from './answers.ts';
import { type ApiRequest, changeOf, once, read } from './api.ts';
import type { Card } from './cards.ts';
import { readForm } from './form-encoding.ts';
import { keepEvent, type StripeObject } from './objects.ts';
import { authenticate, confirm } from './paying.ts';

/** What stands in for Stripe on a site without an account there: its HTTP for what we use, and what its page scripts do. */
export interface Simulator {
  /** Answers a request of the SDK as `api.stripe.com` would (https://docs.stripe.com/api). */
  fetch(url: string, init: { method?: string; body?: string; headers?: HeadersInit }): Promise<Response>;
  /** The browser's: charges the card, or asks its holder first, or says what is wrong with it. */
  confirm(intentId: string, clientSecret: string, card: Card): Promise<Answer>;
  /** The browser's: the holder agreed, or did not. */
  authenticate(intentId: string, clientSecret: string, agreed: boolean): Promise<Answer>;
}

/**
 * The simulator keeps its objects in the database, as Stripe keeps its own: a payment outlives a restart, and all
 * processes of the site see the same ones.
 * @param happened hears every event after it was committed, to be sent to the webhook
 */
export function createSimulator(db: Kysely<DB>, happened: (event: StripeObject) => void): Simulator {
  /** Runs what changes something, all of it or nothing, and tells what happened. */
  async function change(work: (trx: Transaction<DB>, tell: Tell) => Promise<Answer>): Promise<Answer> {
    const events: StripeObject[] = [];
    const answer = await db.transaction().execute((trx) =>
      work(trx, async (type, object) => {
        events.push(await keepEvent(trx, type, object));
      }),
    );
    for (const event of events) happened(event);
    return answer;
  }

  async function answer(request: ApiRequest): Promise<Answer> {
    if (!request.authorized) return failure(401, 'invalid_request_error', 'Invalid API Key provided.');
    if (request.method === 'GET') return read(db, request);
    const act = changeOf(request);
    if (!act) return unknownUrl(request);
    return change((trx, tell) => once(trx, request, () => act(trx, request, tell)));
  }

  return {
    async fetch(url, { method = 'GET', body = '', headers }) {
      const { pathname, search } = new URL(url);
      const given = new Headers(headers);
      const { status, body: answered } = await answer({
        method,
        path: pathname,
        fields: readForm(method === 'GET' ? search.slice(1) : body),
        text: body,
        key: given.get('idempotency-key'),
        authorized: given.get('authorization') === `Bearer ${SIMULATED_KEY}`,
      });
      return Response.json(answered, { status, headers: { 'stripe-version': given.get('stripe-version') ?? '' } });
    },

    confirm: (intentId, clientSecret, card) =>
      change((trx, tell) => confirm(trx, { intentId, clientSecret, card }, tell)),

    authenticate: (intentId, clientSecret, agreed) =>
      change((trx, tell) => authenticate(trx, { intentId, clientSecret, agreed }, tell)),
  };
}

/** The key that the SDK is given for the simulator. */
export const SIMULATED_KEY = 'sk_test_simulated';
