import type Stripe from 'stripe';
import type { Charge, IntentState, Refund } from './card-payments.ts';
import {
  chargeSchema,
  disputeSchema,
  idOf,
  intentSchema,
  referenceIn,
  refundSchema,
  type StripeCharge,
  type StripeRefund,
} from './stripe-objects.ts';

/** How many rows of a list are asked for at once: Stripe's most. */
export const MOST_LISTED = 100;

/** What an answer says of an intent, all of its refunds and disputes included. */
export async function stateOf(stripe: Stripe, answer: unknown): Promise<IntentState> {
  const intent = intentSchema.parse(answer);
  return {
    id: intent.id,
    status: STATUSES[intent.status] ?? 'open',
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    metadata: intent.metadata,
    clientSecret: intent.client_secret ?? '',
    charge: intent.latest_charge === null ? null : await chargeOf(stripe, intent.id, intent.latest_charge),
  };
}

async function chargeOf(stripe: Stripe, intentId: string, answer: string | StripeCharge): Promise<Charge | null> {
  const charge =
    typeof answer === 'string'
      ? chargeSchema.parse(await stripe.charges.retrieve(answer, { expand: ['refunds'] }))
      : answer;
  if (idOf(charge.payment_intent) !== intentId) throw new Error(`${charge.id} is not a charge of ${intentId}`);
  if (!charge.paid) return null;
  const card = charge.payment_method_details?.card;
  return {
    id: charge.id,
    amountCents: charge.amount,
    card: card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null,
    refunds: (await refundsOf(stripe, charge)).map(refundOf),
    disputes: charge.disputed ? await disputesOf(stripe, charge.id) : [],
  };
}

/** All of them: the charge holds the last few. */
async function refundsOf(stripe: Stripe, { id, refunds }: StripeCharge): Promise<StripeRefund[]> {
  if (refunds && !refunds.has_more) return refunds.data;
  const all: StripeRefund[] = [];
  for await (const refund of stripe.refunds.list({ charge: id, limit: MOST_LISTED })) {
    all.push(refundSchema.parse(refund));
  }
  return all;
}

async function disputesOf(stripe: Stripe, charge: string) {
  const disputes: Charge['disputes'] = [];
  for await (const answer of stripe.disputes.list({ charge, limit: MOST_LISTED })) {
    const { id, amount, status } = disputeSchema.parse(answer);
    if (!WARNINGS.test(status)) disputes.push({ id, amountCents: amount, status: DISPUTES[status] ?? 'open' });
  }
  return disputes;
}

/** Money given back, as we speak of it. */
export const refundOf = ({ id, amount, status, metadata }: StripeRefund): Refund => ({
  id,
  reference: referenceIn(metadata),
  amountCents: amount,
  status: REFUNDS[status ?? ''] ?? 'pending',
});

const REFUNDS: Partial<Record<string, Refund['status']>> = { succeeded: 'made', failed: 'failed', canceled: 'failed' };

const STATUSES: Partial<Record<string, IntentState['status']>> = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  processing: 'processing',
};

// The bank only asks, or it was settled before: no money moves (https://docs.stripe.com/api/disputes/object).
const WARNINGS = /^(warning_|prevented$)/;
const DISPUTES: Partial<Record<string, Charge['disputes'][number]['status']>> = { won: 'won', lost: 'lost' };
