import Stripe from 'stripe';
import { t } from '#contract/i18n/t.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { listBalanceMovements, retrieveBalance } from './balance.ts';
import { MAX_PAGE_SIZE, toPaymentIntent, toRefund } from './payment-intent.ts';
import {
  type PaymentIntent,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderEvent,
  ProviderRefusal,
  type SavedCardOutcome,
} from './payment-provider.ts';
import { parseApiBase, type StripeConfig } from './stripe-config.ts';
import { withStripeErrors } from './stripe-errors.ts';
import { createStripeFetch } from './stripe-fetch.ts';
import {
  chargeSchema,
  customerSchema,
  getExpandableId,
  getReference,
  REFERENCE_KEY,
  refundSchema,
} from './stripe-schemas.ts';

// The API version that this code was written for (https://docs.stripe.com/api/versioning).
const API_VERSION = '2026-10-28.endive';
// A visitor waits for the response; a job repeats what timed out.
const TIMEOUT_MS = 8_000;
const MAX_RETRIES = 1;
// Stripe's default tolerance (https://docs.stripe.com/webhooks/signature).
const SIGNATURE_TOLERANCE_SECONDS = 300;
const EXPAND = ['latest_charge.refunds'];

/**
 * Card payments through Stripe's SDK. The server behind it need not be Stripe, so every response is parsed by a schema.
 * @param options.timeoutMs timeout of one request; each is tried twice
 * @param options.shutdown aborts pending requests
 */
export function openStripe(
  { secretKey, publishableKey, webhookSecret, mode, checkout, ...connection }: StripeConfig,
  { timeoutMs = TIMEOUT_MS, shutdown }: { timeoutMs?: number; shutdown?: AbortSignal } = {},
): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(connection.fetch ?? createStripeFetch(shutdown)),
    ...(connection.apiBase && parseApiBase(connection.apiBase)),
  });

  return {
    mode,
    checkout,
    publishableKey,

    createIntent: (order) => withStripeErrors(() => createIntent(stripe, order)),

    retrieveIntent: (id) =>
      withStripeErrors(async () => {
        const state = await toPaymentIntent(stripe, await stripe.paymentIntents.retrieve(id, { expand: EXPAND }));
        if (state.id !== id) throw new Error(`${state.id} was answered instead of ${id}`);
        return state;
      }),

    cancelIntent: (id) =>
      withStripeErrors(async () => {
        try {
          await stripe.paymentIntents.cancel(id);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          if (error.code !== 'payment_intent_unexpected_state') throw error;
        }
      }),

    createCustomer: (reference) =>
      withStripeErrors(async () => {
        // Nothing about the buyer: Stripe needs no more to keep a card.
        const order = { metadata: { [REFERENCE_KEY]: reference } };
        const customer = customerSchema.parse(
          await stripe.customers.create(order, { idempotencyKey: `customer-${reference}` }),
        );
        if (getReference(customer.metadata) !== reference) throw new Error(`${customer.id} is another customer`);
        return customer.id;
      }),

    deleteCustomer: (id) =>
      withStripeErrors(async () => {
        await stripe.customers.del(id).catch((error) => {
          const isGone = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
          if (!isGone) throw error;
        });
      }),

    chargeSavedCard: (order) => withStripeErrors(() => chargeSavedCard(stripe, order)),

    refund: ({ reference, intentId, amountCents }) =>
      withStripeErrors(async () => {
        const order = { payment_intent: intentId, amount: amountCents, metadata: { [REFERENCE_KEY]: reference } };
        const made = await stripe.refunds.create(order, { idempotencyKey: `refund-${reference}` }).catch((error) => {
          const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
          throw isRefused ? new ProviderRefusal(error.message) : error;
        });
        const refund = toRefund(refundSchema.parse(made));
        const isOurs = refund.reference === reference && refund.amountCents === amountCents;
        if (!isOurs) throw new Error(`${refund.id} is not the requested refund`);
        return refund;
      }),

    constructEvent(body, signature) {
      if (webhookSecret === null || signature === undefined) throw new Invalid(t('This event is not signed.'));
      try {
        return toProviderEvent(
          stripe.webhooks.constructEvent(body, signature, webhookSecret, SIGNATURE_TOLERANCE_SECONDS),
        );
      } catch {
        throw new Invalid(t('This event was not signed by the provider, or too long ago.'));
      }
    },

    async *listCharges(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const listed = stripe.charges.list({ created, limit: MAX_PAGE_SIZE })[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await withStripeErrors(() => listed.next());
        if (done) return;
        const charge = await withStripeErrors(async () => chargeSchema.parse(value));
        yield {
          id: charge.id,
          intentId: getExpandableId(charge.payment_intent),
          reference: getReference(charge.metadata),
          amountCents: charge.amount,
          refundedCents: charge.amount_refunded,
          isPaid: charge.paid,
        };
      }
    },

    listBalanceMovements: (range) => listBalanceMovements(stripe, range),

    retrieveBalance: () => retrieveBalance(stripe),
  };
}

async function createIntent(stripe: Stripe, order: PaymentOrder): Promise<PaymentIntent> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: order.amountCents,
      currency: order.currency,
      description: order.description,
      // All payment methods that the Stripe account enables, except those that redirect to another site.
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: toMetadata(order),
      ...(order.customerId !== null && { customer: order.customerId }),
      ...(order.savesCard && { setup_future_usage: 'off_session' as const }),
      expand: EXPAND,
    },
    { idempotencyKey: `payment-${order.reference}` },
  );
  const state = await toPaymentIntent(stripe, intent);
  const isOurs =
    state.metadata[REFERENCE_KEY] === order.reference &&
    state.amountCents === order.amountCents &&
    state.currency === order.currency &&
    state.clientSecret !== '';
  if (!isOurs) throw new Error(`${state.id} is not the requested intent`);
  return state;
}

async function chargeSavedCard(
  stripe: Stripe,
  { intentId, paymentMethodId, key }: { intentId: string; paymentMethodId: string; key: string },
): Promise<SavedCardOutcome> {
  try {
    await stripe.paymentIntents.confirm(
      intentId,
      { payment_method: paymentMethodId, off_session: true },
      { idempotencyKey: `renewal-${key}` },
    );
    return 'asked';
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return error.code === 'authentication_required' ? 'needs-holder' : 'declined';
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if (error.code === 'payment_intent_unexpected_state') return 'asked';
    // The card was removed at the provider.
    return 'declined';
  }
}

/** The metadata of an intent, which `settle` compares with the payment. The ids help people in the dashboard. */
const toMetadata = ({ reference, paymentId, accountId, plan, listingId }: PaymentOrder): Record<string, string> => ({
  [REFERENCE_KEY]: reference,
  payment_id: String(paymentId),
  account_id: String(accountId),
  plan,
  ...(listingId !== null && { listing_id: String(listingId) }),
});

function toProviderEvent({ id, type, data }: Stripe.Event): ProviderEvent {
  const object = data.object as { id?: string; object?: string; payment_intent?: string | { id: string } | null };
  const intentId = object.object === 'payment_intent' ? (object.id ?? null) : getExpandableId(object.payment_intent);
  return { id, type, intentId };
}
