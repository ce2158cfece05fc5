import type { Transaction } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { CardDetails, Decline } from './charges.ts';
import type { EmitEvent } from './events.ts';
import {
  chargeIntent,
  declineIntent,
  failAuthentication,
  requireAuthentication,
  type StoredCard,
  type StoredIntent,
  toPublicIntent,
} from './intents.ts';
import type { OperationInput } from './parameters.ts';
import { errorResponse, ok, resourceMissing, type SimulatorResponse, unexpectedState } from './responses.ts';
import { findObject, saveObject } from './store.ts';
import { type Card, findCardError, getCardOutcome, getLaterOutcome, toCardDetails } from './test-cards.ts';

/** Charges a card, or requires authentication of its holder, or returns why the card was declined. */
export async function confirmIntent(
  trx: Transaction<DB>,
  { intentId, clientSecret, card }: { intentId: string; clientSecret: string; card: Card },
  emit: EmitEvent,
): Promise<SimulatorResponse> {
  const intent = await findObject(trx, 'payment_intent', intentId, { lock: true });
  if (!intent || intent.client_secret !== clientSecret) return resourceMissing('payment_intent', intentId, 'intent');
  if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpectedState(intent);
  const error = findCardError(card);
  if (error) return cardError(error, intent);
  const outcome = getCardOutcome(card);
  const details = toCardDetails(card);
  const stored = { details, holder: card.name, later: getLaterOutcome(card) };
  if (outcome === 'succeeds') return captureCharge(trx, intent, stored, emit);
  if (outcome !== 'requires-action') return declineCard(trx, { intent, details, decline: outcome }, emit);
  const waiting = await saveObject(trx, requireAuthentication(intent, stored));
  await emit('payment_intent.requires_action', toPublicIntent(waiting));
  return ok(toPublicIntent(waiting));
}

/** Continues after the holder of the card approved or rejected the payment. */
export async function authenticateIntent(
  trx: Transaction<DB>,
  { intentId, clientSecret, agreed }: { intentId: string; clientSecret: string; agreed: boolean },
  emit: EmitEvent,
): Promise<SimulatorResponse> {
  const intent = await findObject(trx, 'payment_intent', intentId, { lock: true });
  if (!intent || intent.client_secret !== clientSecret) return resourceMissing('payment_intent', intentId, 'intent');
  if (intent.status !== 'requires_action' || !intent.simulated_card) return unexpectedState(intent);
  if (agreed) return captureCharge(trx, intent, intent.simulated_card, emit);
  const failed = await saveObject(trx, failAuthentication(intent, AUTHENTICATION_FAILURE));
  await emit('payment_intent.payment_failed', toPublicIntent(failed));
  return cardError(AUTHENTICATION_FAILURE, failed);
}

const AUTHENTICATION_FAILURE: Decline = {
  code: 'payment_intent_authentication_failure',
  message: defineMessage('We could not confirm that this is your card. Please choose another one and try again.'),
};

async function captureCharge(trx: Transaction<DB>, unpaid: StoredIntent, card: StoredCard, emit: EmitEvent) {
  const { intent, charge } = chargeIntent(unpaid, card);
  const { customer, payment_method: id } = intent;
  if (intent.setup_future_usage === 'off_session' && typeof customer === 'string' && typeof id === 'string')
    await saveObject(trx, { id, object: 'payment_method' as const, customer, ...card });
  await saveObject(trx, charge);
  await saveObject(trx, intent);
  await emit('charge.succeeded', charge);
  await emit('payment_intent.succeeded', toPublicIntent(intent));
  return ok(toPublicIntent(intent));
}

async function declineCard(
  trx: Transaction<DB>,
  { intent, details, decline }: { intent: StoredIntent; details: CardDetails; decline: Decline },
  emit: EmitEvent,
) {
  const declined = declineIntent(intent, details, decline);
  await saveObject(trx, declined.charge);
  await saveObject(trx, declined.intent);
  await emit('charge.failed', declined.charge);
  await emit('payment_intent.payment_failed', toPublicIntent(declined.intent));
  return cardError(decline, declined.intent);
}

/** `POST /v1/payment_intents/{id}/confirm`: charges a saved card while its holder is away. */
export async function confirmSavedCard(
  trx: Transaction<DB>,
  { id, fields }: OperationInput,
  emit: EmitEvent,
): Promise<SimulatorResponse> {
  const intent = await findObject(trx, 'payment_intent', id, { lock: true });
  if (!intent) return resourceMissing('payment_intent', id, 'intent');
  if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpectedState(intent);
  const methodId = String(fields.payment_method);
  const method = await findObject(trx, 'payment_method', methodId);
  if (!method || method.customer !== intent.customer)
    return resourceMissing('PaymentMethod', methodId, 'payment_method');
  const { details, later } = method;
  if (later === 'succeeds') return captureCharge(trx, { ...intent, payment_method: methodId }, method, emit);
  const decline = later === 'requires-action' ? AUTHENTICATION_REQUIRED : later;
  return declineCard(trx, { intent, details, decline }, emit);
}

const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: defineMessage('Your card was declined. This transaction requires authentication.'),
};

/** 402: the bank or the check of the card's details refused it. */
const cardError = ({ code, declineCode, message }: Decline, intent: StoredIntent) =>
  errorResponse(402, 'card_error', message, {
    code,
    ...(declineCode !== undefined && { decline_code: declineCode }),
    payment_intent: toPublicIntent(intent),
  });
