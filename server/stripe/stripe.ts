import Stripe from 'stripe';
import { Invalid, NotFound, Unavailable } from '../http/errors.ts';
import { hostOf, type StripeAccess } from './access.ts';
import { asking } from './ask.ts';
import { type CardPayments, type Order, type ProviderEvent, RefusedByProvider } from './card-payments.ts';
import { MOST_LISTED, refundOf, stateOf } from './intent-state.ts';
import { chargeSchema, idOf, REFERENCE, referenceIn, refundSchema } from './stripe-objects.ts';

// The release of the API that this code was written for (https://docs.stripe.com/api/versioning).
const API_VERSION = '2026-10-28.endive';
// Somebody waits for the answer. What was not asked now is asked by a job later.
const PATIENCE_MS = 8_000;
const RETRIES = 1;
// Stripe's own tolerance (https://docs.stripe.com/webhooks/signature).
const SIGNATURE_SECONDS = 300;
const RETRY_SECONDS = 30;

/**
 * Card payments by Stripe's own SDK, whoever answers it. What is answered is read by schemas: nothing is taken for granted.
 * @param options.patienceMs how long an answer may keep us waiting; it is asked for twice
 * @param options.ending gives up what is not answered yet
 */
export function openStripe(
  { secretKey, publishableKey, webhookSecret, mode, ...reach }: StripeAccess,
  { patienceMs = PATIENCE_MS, ending }: { patienceMs?: number; ending?: AbortSignal } = {},
): CardPayments {
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: patienceMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(reach.fetch ?? asking(ending)),
    ...(reach.apiBase && hostOf(reach.apiBase)),
  });
  const expand = ['latest_charge.refunds'];

  return {
    mode,
    publishableKey,

    createIntent: (order) =>
      answered(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: order.amountCents,
            currency: order.currency,
            description: order.description,
            // What the account has switched on, but nothing that is paid on other sites.
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            metadata: metadataOf(order),
            expand,
          },
          { idempotencyKey: `payment-${order.reference}` },
        );
        const state = await stateOf(stripe, intent);
        const isOurs =
          state.metadata[REFERENCE] === order.reference &&
          state.amountCents === order.amountCents &&
          state.currency === order.currency &&
          state.clientSecret !== '';
        if (!isOurs) throw new Error(`${state.id} is not the intent that was asked for`);
        return state;
      }),

    readIntent: (id) =>
      answered(async () => {
        const state = await stateOf(stripe, await stripe.paymentIntents.retrieve(id, { expand }));
        if (state.id !== id) throw new Error(`${state.id} was answered instead of ${id}`);
        return state;
      }),

    cancelIntent: (id) =>
      answered(async () => {
        try {
          await stripe.paymentIntents.cancel(id);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          if (error.code !== 'payment_intent_unexpected_state') throw error;
        }
      }),

    refund: ({ reference, intentId, amountCents }) =>
      answered(async () => {
        const order = { payment_intent: intentId, amount: amountCents, metadata: { [REFERENCE]: reference } };
        const made = await stripe.refunds.create(order, { idempotencyKey: `refund-${reference}` }).catch((error) => {
          const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
          throw isRefused ? new RefusedByProvider(error.message) : error;
        });
        const refund = refundOf(refundSchema.parse(made));
        const isOurs = refund.reference === reference && refund.amountCents === amountCents;
        if (!isOurs) throw new Error(`${refund.id} is not the refund that was asked for`);
        return refund;
      }),

    eventOf(body, signature) {
      if (webhookSecret === null || signature === undefined) throw new Invalid('This event is not signed.');
      try {
        return eventOf(stripe.webhooks.constructEvent(body, signature, webhookSecret, SIGNATURE_SECONDS));
      } catch {
        throw new Invalid('This event was not signed by the provider, or too long ago.');
      }
    },

    async *charges(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const listed = stripe.charges.list({ created, limit: MOST_LISTED })[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await answered(() => listed.next());
        if (done) return;
        const charge = await answered(async () => chargeSchema.parse(value));
        yield {
          id: charge.id,
          intentId: idOf(charge.payment_intent),
          reference: referenceIn(charge.metadata),
          amountCents: charge.amount,
          refundedCents: charge.amount_refunded,
          paid: charge.paid,
        };
      }
    },
  };
}

/** What an intent is to remember of its order; read back by whoever settles it. Numbers are for people. */
const metadataOf = ({ reference, paymentId, accountId, plan, listingId }: Order): Record<string, string> => ({
  [REFERENCE]: reference,
  payment_id: String(paymentId),
  account_id: String(accountId),
  plan,
  ...(listingId !== null && { listing_id: String(listingId) }),
});

function eventOf({ id, type, data }: Stripe.Event): ProviderEvent {
  const object = data.object as { id?: string; object?: string; payment_intent?: string | { id: string } | null };
  const intentId = object.object === 'payment_intent' ? (object.id ?? null) : idOf(object.payment_intent);
  return { id, type, intentId };
}

/** Turns whatever the SDK throws, or is answered instead of an object of Stripe's, into errors that the API can answer. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RefusedByProvider) throw error;
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') {
      throw new NotFound('There is no such payment.');
    }
    const message = 'The card service cannot be reached just now. Please try again later.';
    throw new Unavailable(message, RETRY_SECONDS, error);
  }
}
