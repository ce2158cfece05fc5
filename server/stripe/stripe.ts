import Stripe from 'stripe';
import type { Env } from '#server/env.ts';
import { Invalid, NotFound, Unavailable } from '../http/errors.ts';
import type { CardPayments, Charge, IntentState, Order, ProviderEvent, Refund } from './card-payments.ts';

/** How Stripe is reached. */
export interface StripeAccess {
  secretKey: string;
  publishableKey: string | null;
  webhookSecret: string | null;
  mode: CardPayments['mode'];
  /** Another server that speaks Stripe's HTTP. */
  apiBase?: string;
  /** Instead of the network (the simulator). */
  httpClient?: ReturnType<typeof Stripe.createFetchHttpClient>;
}

// The release of the API that this code was written for (https://docs.stripe.com/api/versioning).
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
// Stripe's own tolerance (https://docs.stripe.com/webhooks/signature).
const SIGNATURE_SECONDS = 300;
const RETRY_SECONDS = 30;

/** The keys of the environment; null without any: payments are then simulated. */
export function stripeAccess(env: Env): StripeAccess | null {
  if (env.STRIPE_SECRET_KEY === undefined) return null;
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY ?? null;
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    publishableKey,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
    mode: publishableKey === null ? 'unavailable' : 'stripe',
    apiBase: env.STRIPE_API_BASE,
  };
}

/** Card payments by Stripe's own SDK, whoever answers it. */
export function openStripe({ secretKey, publishableKey, webhookSecret, mode, ...reach }: StripeAccess): CardPayments {
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(reach.httpClient && { httpClient: reach.httpClient }),
    ...(reach.apiBase && hostOf(reach.apiBase)),
  });
  const expand = ['latest_charge'];

  async function stateOf(intent: Stripe.PaymentIntent): Promise<IntentState> {
    return {
      id: intent.id,
      status: STATUSES[intent.status] ?? 'open',
      amountCents: intent.amount,
      receivedCents: intent.amount_received,
      currency: intent.currency,
      metadata: intent.metadata,
      clientSecret: intent.client_secret ?? '',
      charge: await chargeOf(intent.latest_charge),
    };
  }

  async function chargeOf(charge: Stripe.PaymentIntent['latest_charge']): Promise<Charge | null> {
    if (!charge || typeof charge === 'string' || !charge.paid) return null;
    const card = charge.payment_method_details?.card;
    return {
      id: charge.id,
      intentId: idOf(charge.payment_intent),
      amountCents: charge.amount,
      card: card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null,
      refunds: charge.amount_refunded > 0 ? await refundsOf(charge.id) : [],
      disputes: charge.disputed ? await disputesOf(charge.id) : [],
    };
  }

  async function refundsOf(charge: string) {
    const refunds = [];
    for await (const refund of stripe.refunds.list({ charge, limit: 100 })) refunds.push(refundOf(refund));
    return refunds;
  }

  async function disputesOf(charge: string) {
    const disputes: Charge['disputes'] = [];
    for await (const { id, amount, status } of stripe.disputes.list({ charge, limit: 100 })) {
      disputes.push({ id, amountCents: amount, status: DISPUTES[status] ?? 'open' });
    }
    return disputes;
  }

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
          { idempotencyKey: `payment-${order.paymentId}` },
        );
        return stateOf(intent);
      }),

    readIntent: (id) => answered(async () => stateOf(await stripe.paymentIntents.retrieve(id, { expand }))),

    cancelIntent: (id) =>
      answered(async () => {
        try {
          await stripe.paymentIntents.cancel(id);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          if (error.code !== 'payment_intent_unexpected_state') throw error;
        }
      }),

    refund: ({ refundId, intentId, amountCents }) =>
      answered(async () => {
        const metadata = { refund_id: String(refundId) };
        const made = { payment_intent: intentId, amount: amountCents, metadata };
        return refundOf(await stripe.refunds.create(made, { idempotencyKey: `refund-${refundId}` }));
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
      for await (const charge of stripe.charges.list({ created, limit: 100 })) {
        yield {
          id: charge.id,
          intentId: idOf(charge.payment_intent),
          amountCents: charge.amount,
          refundedCents: charge.amount_refunded,
          paid: charge.paid,
        };
      }
    },
  };
}

const STATUSES: Partial<Record<string, IntentState['status']>> = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  processing: 'processing',
};

const DISPUTES: Partial<Record<string, Charge['disputes'][number]['status']>> = { won: 'won', lost: 'lost' };

/** What an intent is to remember of its order; read back by whoever settles it. */
export const metadataOf = ({ paymentId, accountId, plan, listingId }: Order): Record<string, string> => ({
  payment_id: String(paymentId),
  account_id: String(accountId),
  plan,
  ...(listingId !== null && { listing_id: String(listingId) }),
});

function refundOf({ id, amount, status, metadata }: Stripe.Refund): Refund {
  const refundId = /^\d{1,15}$/.test(metadata?.refund_id ?? '') ? Number(metadata?.refund_id) : null;
  return { id, refundId, amountCents: amount, status: REFUNDS[status ?? ''] ?? 'pending' };
}

const REFUNDS: Partial<Record<string, Refund['status']>> = { succeeded: 'made', failed: 'failed', canceled: 'failed' };

function eventOf({ id, type, data }: Stripe.Event): ProviderEvent {
  const object = data.object as { id?: string; object?: string; payment_intent?: string | { id: string } | null };
  const intentId = object.object === 'payment_intent' ? (object.id ?? null) : idOf(object.payment_intent);
  return { id, type, intentId };
}

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);

function hostOf(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) } as const;
}

/** Turns what the SDK throws into errors that the API can answer. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error.code === 'resource_missing') throw new NotFound('There is no such payment.');
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new Invalid(error.message);
    // The same key for two orders: a fault of ours.
    if (error instanceof Stripe.errors.StripeIdempotencyError) throw error;
    throw new Unavailable('The card service cannot be reached just now. Please try again later.', RETRY_SECONDS);
  }
}
