import type Stripe from 'stripe';
import type { Charge, PaymentIntent, Refund } from './payment-provider.ts';
import {
  chargeSchema,
  disputeSchema,
  getExpandableId,
  getReference,
  intentSchema,
  refundSchema,
  type StripeCharge,
  type StripeRefund,
} from './stripe-schemas.ts';

/** Rows per page of a list: Stripe's maximum. */
export const MAX_PAGE_SIZE = 100;

/** An intent from a response of Stripe, with all of its refunds and disputes. */
export async function toPaymentIntent(stripe: Stripe, response: unknown): Promise<PaymentIntent> {
  const intent = intentSchema.parse(response);
  return {
    id: intent.id,
    status: INTENT_STATUSES[intent.status] ?? 'open',
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    metadata: intent.metadata,
    clientSecret: intent.client_secret ?? '',
    customerId: getExpandableId(intent.customer),
    paymentMethodId: getExpandableId(intent.payment_method),
    charge: intent.latest_charge === null ? null : await fetchCharge(stripe, intent.id, intent.latest_charge),
  };
}

/** As long as the form of the card allows. */
const MAX_HOLDER = 200;

async function fetchCharge(stripe: Stripe, intentId: string, latest: string | StripeCharge): Promise<Charge | null> {
  const charge =
    typeof latest === 'string'
      ? chargeSchema.parse(await stripe.charges.retrieve(latest, { expand: ['refunds'] }))
      : latest;
  if (getExpandableId(charge.payment_intent) !== intentId)
    throw new Error(`${charge.id} is not a charge of ${intentId}`);
  if (!charge.paid) return null;
  const card = charge.payment_method_details?.card;
  return {
    id: charge.id,
    amountCents: charge.amount,
    card: card?.last4
      ? {
          brand: card.brand ?? 'card',
          last4: card.last4,
          holder: charge.billing_details?.name?.slice(0, MAX_HOLDER) ?? null,
        }
      : null,
    refunds: (await listRefunds(stripe, charge)).map(toRefund),
    disputes: charge.disputed ? await listDisputes(stripe, charge.id) : [],
  };
}

/** All refunds of a charge: the charge itself contains only the latest. */
async function listRefunds(stripe: Stripe, { id, refunds }: StripeCharge): Promise<StripeRefund[]> {
  if (refunds && !refunds.has_more) return refunds.data;
  const all: StripeRefund[] = [];
  for await (const refund of stripe.refunds.list({ charge: id, limit: MAX_PAGE_SIZE })) {
    all.push(refundSchema.parse(refund));
  }
  return all;
}

async function listDisputes(stripe: Stripe, charge: string) {
  const disputes: Charge['disputes'] = [];
  for await (const dispute of stripe.disputes.list({ charge, limit: MAX_PAGE_SIZE })) {
    const { id, amount, status } = disputeSchema.parse(dispute);
    if (!INQUIRY_STATUS.test(status))
      disputes.push({ id, amountCents: amount, status: DISPUTE_STATUSES[status] ?? 'open' });
  }
  return disputes;
}

/** A refund in the shape of `PaymentProvider`. */
export const toRefund = ({ id, amount, status, metadata }: StripeRefund): Refund => ({
  id,
  reference: getReference(metadata),
  amountCents: amount,
  status: REFUND_STATUSES[status ?? ''] ?? 'pending',
});

const REFUND_STATUSES: Partial<Record<string, Refund['status']>> = {
  succeeded: 'made',
  failed: 'failed',
  canceled: 'failed',
};

const INTENT_STATUSES: Partial<Record<string, PaymentIntent['status']>> = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  processing: 'processing',
};

// Inquiries and prevented disputes move no money (https://docs.stripe.com/api/disputes/object).
const INQUIRY_STATUS = /^(warning_|prevented$)/;
const DISPUTE_STATUSES: Partial<Record<string, Charge['disputes'][number]['status']>> = { won: 'won', lost: 'lost' };
