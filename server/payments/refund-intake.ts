import { sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { IntentState, Refund } from '../stripe/card-payments.ts';
import { enter } from './ledger.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { PaymentRow } from './redemption.ts';
import { end } from './terms.ts';

/** Brings the refunds and disputes of a payment to what the provider says, those made in its own dashboard too. */
export async function takeInRefunds(
  trx: Transaction<DB>,
  parts: PaymentParts,
  payment: PaymentRow,
  { charge }: IntentState,
): Promise<void> {
  if (!charge) return;
  for (const refund of charge.refunds) {
    const { id, refundId, amountCents, status } = refund;
    if (status === 'failed' && refundId !== null) await refundFailed(trx, { id: refundId });
    if (status !== 'made') continue;
    if (!(await enter(trx, { payment, kind: 'refund', amountCents, providerId: id }))) continue;
    const back = charge.refunds.reduce((sum, other) => sum + (other.status === 'made' ? other.amountCents : 0), 0);
    const endsLevel = await noteMade(trx, payment, refund, back >= charge.amountCents);
    if (endsLevel) await end(trx, payment.id);
    await parts.reached?.('the refund is taken in');
  }
  for (const { id, amountCents, status } of charge.disputes) {
    await enter(trx, { payment, kind: 'dispute', amountCents, providerId: id });
    if (status === 'won') await enter(trx, { payment, kind: 'dispute-won', amountCents, providerId: id });
    await trx
      .updateTable('payments')
      .set({ disputed_at: sql`coalesce(disputed_at, now())` })
      .where('id', '=', payment.id)
      .execute();
  }
}

/** The provider did not give it back after all: the payment counts again. */
export async function refundFailed(trx: Transaction<DB>, { id }: { id: number }): Promise<void> {
  const refund = await trx
    .updateTable('refunds')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning(['payment_id', 'ends_level'])
    .executeTakeFirst();
  if (!refund?.ends_level) return;
  await trx.updateTable('payments').set({ returned_at: null }).where('id', '=', refund.payment_id).execute();
}

/** Writes down that a refund was made; answers whether the paid level ends with it. */
async function noteMade(
  trx: Transaction<DB>,
  payment: PaymentRow,
  { id, refundId, amountCents }: Refund,
  isAll: boolean,
): Promise<boolean> {
  const known = await trx
    .updateTable('refunds')
    .set({ status: 'made', made_at: sql`now()`, refund_id: id })
    .where('payment_id', '=', payment.id)
    .where('id', '=', refundId)
    .returning('ends_level')
    .executeTakeFirst();
  if (known) return known.ends_level;
  await trx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      amount_cents: amountCents,
      reason: 'Given back at the provider',
      ends_level: isAll,
      refund_id: id,
      status: 'made',
      made_at: sql`now()`,
    })
    .execute();
  if (isAll) await trx.updateTable('payments').set({ returned_at: sql`now()` }).where('id', '=', payment.id).execute();
  return isAll;
}
