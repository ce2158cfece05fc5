import type { Transaction } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentIntent } from '#server/platform/stripe/payment-provider.ts';
import { getReference } from '#server/platform/stripe/stripe-schemas.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type PaymentRow, updatePayment } from './redemption.ts';

/** Records that a payment is to be refunded. A job does so at once, and `reconcilePending` if the job fails. */
export async function refusePayment(
  trx: Transaction<DB>,
  { queue, log }: PaymentDeps,
  payment: PaymentRow,
  { intentId, refusal, receivedCents }: { intentId: string; refusal: string; receivedCents: number },
) {
  log.error({ payment: payment.id, intent: intentId }, `a payment was refused: ${refusal}`);
  await updatePayment(trx, payment, { status: 'refused', refusal });
  if (receivedCents === 0) return;
  await trx
    .insertInto('refunds')
    .values({ payment_id: payment.id, amount_cents: receivedCents, reason: refusal, ends_level: false })
    .execute();
  await queue.settle(trx, intentId);
}

/** Why a payment is refused. They are stored. */
export const REFUSALS = {
  accountGone: defineMessage('The account that it was paid for is gone.'),
  otherOrder: defineMessage('It was paid for another order.'),
  otherAccount: defineMessage('It was paid for another account.'),
  otherPlan: defineMessage('It was paid for another plan.'),
  otherCurrency: defineMessage('It was paid in another currency.'),
  otherPrice: defineMessage('It was not the price of the plan.'),
  couponUsed: defineMessage('Its coupon was used elsewhere.'),
};

/** Why the received money does not match the payment; null if it does. */
export function findMismatch(payment: PaymentRow, { receivedCents, currency, metadata }: PaymentIntent): string | null {
  if (payment.account_id === null) return REFUSALS.accountGone;
  if (getReference(metadata) !== payment.reference) return REFUSALS.otherOrder;
  if (metadata.account_id !== String(payment.account_id)) return REFUSALS.otherAccount;
  if (metadata.plan !== payment.plan) return REFUSALS.otherPlan;
  if (currency !== payment.currency) return REFUSALS.otherCurrency;
  if (receivedCents !== payment.amount_cents) return REFUSALS.otherPrice;
  return null;
}
