import type { Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { type Answer, failure, missing, ok, shown, type Tell, unexpectedState } from './answers.ts';
import { type Card, faceOf, fateOf } from './cards.ts';
import { chargeIntent, type Face, find, type Intent, keep } from './objects.ts';

/** Charges a card, or asks its holder first, or says what is wrong with it. */
export async function confirm(
  trx: Transaction<DB>,
  { intentId, clientSecret, card }: { intentId: string; clientSecret: string; card: Card },
  tell: Tell,
): Promise<Answer> {
  const intent = await find<Intent>(trx, 'payment_intent', intentId, { lock: true });
  if (!intent || intent.client_secret !== clientSecret) return missing('payment_intent', intentId);
  if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpectedState(intent);
  const fate = fateOf(card);
  if (fate === 'pays') return pay(trx, intent, faceOf(card), tell);
  if (fate === 'asks') {
    const waiting = {
      ...intent,
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
      simulated_card: faceOf(card),
    } as const;
    await tell('payment_intent.requires_action', await keep(trx, waiting));
    return ok(shown(waiting));
  }
  const { code, declineCode, message } = fate;
  return refuse(trx, intent, { code, message, ...(declineCode && { decline_code: declineCode }) }, tell);
}

/** Goes on after the holder of a card was asked. */
export async function authenticate(
  trx: Transaction<DB>,
  { intentId, clientSecret, agreed }: { intentId: string; clientSecret: string; agreed: boolean },
  tell: Tell,
): Promise<Answer> {
  const intent = await find<Intent>(trx, 'payment_intent', intentId, { lock: true });
  if (!intent || intent.client_secret !== clientSecret) return missing('payment_intent', intentId);
  if (intent.status !== 'requires_action' || !intent.simulated_card) return unexpectedState(intent);
  if (agreed) return pay(trx, intent, intent.simulated_card, tell);
  const code = 'payment_intent_authentication_failure';
  const message = 'We could not confirm that this is your card. Please choose another one and try again.';
  return refuse(trx, intent, { code, message }, tell);
}
async function pay(trx: Transaction<DB>, waiting: Intent, card: Face, tell: Tell) {
  const { intent, charge } = chargeIntent(waiting, card);
  await keep(trx, charge);
  await keep(trx, intent);
  await tell('charge.succeeded', charge);
  await tell('payment_intent.succeeded', shown(intent));
  return ok(shown(intent));
}

async function refuse(trx: Transaction<DB>, intent: Intent, error: { code: string; message: string }, tell: Tell) {
  const refused = await keep(trx, {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', ...error },
    next_action: null,
    simulated_card: null,
  } as const);
  await tell('payment_intent.payment_failed', shown(refused));
  return failure(402, 'card_error', error.message, undefined, { ...error, payment_intent: shown(refused) });
}
