import type { Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { type CardDetails, chargeIntent, findObject, type PaymentIntentObject, saveObject } from './objects.ts';
import {
  type EmitEvent,
  errorResponse,
  ok,
  resourceMissing,
  type SimulatorResponse,
  toPublicIntent,
  unexpectedState,
} from './responses.ts';
import { type Card, testCardOutcome, toCardDetails } from './test-cards.ts';

/** Charges a card, or requires authentication of its holder, or returns why the card was declined. */
export async function confirmIntent(
  trx: Transaction<DB>,
  { intentId, clientSecret, card }: { intentId: string; clientSecret: string; card: Card },
  emit: EmitEvent,
): Promise<SimulatorResponse> {
  const intent = await findObject<PaymentIntentObject>(trx, 'payment_intent', intentId, { lock: true });
  if (!intent || intent.client_secret !== clientSecret) return resourceMissing('payment_intent', intentId);
  if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpectedState(intent);
  const outcome = testCardOutcome(card);
  if (outcome === 'succeeds') return captureCharge(trx, intent, toCardDetails(card), emit);
  if (outcome === 'requires-action') {
    const waiting = {
      ...intent,
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
      simulated_card: toCardDetails(card),
    } as const;
    await emit('payment_intent.requires_action', await saveObject(trx, waiting));
    return ok(toPublicIntent(waiting));
  }
  const { code, declineCode, message } = outcome;
  return declineCard(trx, intent, { code, message, ...(declineCode && { decline_code: declineCode }) }, emit);
}

/** Continues after the holder of the card approved or rejected the payment. */
export async function authenticateIntent(
  trx: Transaction<DB>,
  { intentId, clientSecret, agreed }: { intentId: string; clientSecret: string; agreed: boolean },
  emit: EmitEvent,
): Promise<SimulatorResponse> {
  const intent = await findObject<PaymentIntentObject>(trx, 'payment_intent', intentId, { lock: true });
  if (!intent || intent.client_secret !== clientSecret) return resourceMissing('payment_intent', intentId);
  if (intent.status !== 'requires_action' || !intent.simulated_card) return unexpectedState(intent);
  if (agreed) return captureCharge(trx, intent, intent.simulated_card, emit);
  const code = 'payment_intent_authentication_failure';
  const message = 'We could not confirm that this is your card. Please choose another one and try again.';
  return declineCard(trx, intent, { code, message }, emit);
}
async function captureCharge(
  trx: Transaction<DB>,
  unpaidIntent: PaymentIntentObject,
  card: CardDetails,
  emit: EmitEvent,
) {
  const { intent, charge } = chargeIntent(unpaidIntent, card);
  await saveObject(trx, charge);
  await saveObject(trx, intent);
  await emit('charge.succeeded', charge);
  await emit('payment_intent.succeeded', toPublicIntent(intent));
  return ok(toPublicIntent(intent));
}

async function declineCard(
  trx: Transaction<DB>,
  intent: PaymentIntentObject,
  error: { code: string; message: string },
  emit: EmitEvent,
) {
  const refused = await saveObject(trx, {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', ...error },
    next_action: null,
    simulated_card: null,
  } as const);
  await emit('payment_intent.payment_failed', toPublicIntent(refused));
  return errorResponse(402, 'card_error', error.message, undefined, {
    ...error,
    payment_intent: toPublicIntent(refused),
  });
}
