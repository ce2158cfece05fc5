import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { type CardDetails, type Decline, makeCharge } from './charges.ts';
import { newId, nowSeconds } from './object-ids.ts';

/** A card with the outcome of charging it while its holder is away. Its number is not stored. */
export interface StoredCard {
  details: CardDetails;
  /** Not of those that earlier releases stored. */
  holder?: string | undefined;
  later: 'succeeds' | 'requires-action' | Decline;
}

/** A stored intent. Stripe keeps the card of a payment that waits for authentication with the payment method. */
export type StoredIntent = Stripe.PaymentIntent & { simulated_card: StoredCard | null };

/** A card that was saved with a customer. */
export interface StoredPaymentMethod extends StoredCard {
  id: string;
  object: 'payment_method';
  customer: string;
}

/** An intent without the field that only the simulator stores. */
export function toPublicIntent({ simulated_card: _card, ...intent }: StoredIntent): Stripe.PaymentIntent {
  return intent;
}

/** A new unpaid intent. The amount is US cents, as in all objects. */
export function makeIntent(fields: {
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  automaticPaymentMethods: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
  customer: string | null;
  setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null;
}): StoredIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: fields.automaticPaymentMethods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency: fields.currency,
    customer: fields.customer,
    customer_account: null,
    description: fields.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: fields.setupFutureUsage,
    shipping: null,
    simulated_card: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  };
}

/** The charge of an intent whose card was accepted, and the updated intent. */
export function chargeIntent(intent: StoredIntent, { details, holder }: StoredCard) {
  const made = makeCharge(intent, details, null);
  const charge = { ...made, billing_details: { ...made.billing_details, name: holder ?? null } };
  const paid: StoredIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    last_payment_error: null,
    next_action: null,
    simulated_card: null,
  };
  return { charge, intent: paid };
}

/** The failed charge of an intent whose card was declined, and the updated intent. */
export function declineIntent(intent: StoredIntent, card: CardDetails, decline: Decline) {
  const charge = makeCharge(intent, card, decline);
  const { code, declineCode, message } = decline;
  const declined: StoredIntent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: {
      type: 'card_error',
      code,
      message,
      charge: charge.id,
      ...(declineCode !== undefined && { decline_code: declineCode }),
    },
    latest_charge: charge.id,
    next_action: null,
    simulated_card: null,
  };
  return { charge, intent: declined };
}

/** An intent whose card requires authentication. */
export const requireAuthentication = (intent: StoredIntent, card: StoredCard): StoredIntent => ({
  ...intent,
  status: 'requires_action',
  last_payment_error: null,
  next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  simulated_card: card,
});

/** An intent whose holder did not authenticate the payment: the card was not charged. */
export const failAuthentication = (intent: StoredIntent, { code, message }: Decline): StoredIntent => ({
  ...intent,
  status: 'requires_payment_method',
  last_payment_error: { type: 'card_error', code, message },
  next_action: null,
  simulated_card: null,
});

/** A canceled intent. */
export const cancelIntent = (intent: StoredIntent): StoredIntent => ({
  ...intent,
  status: 'canceled',
  canceled_at: nowSeconds(),
  next_action: null,
  simulated_card: null,
});
