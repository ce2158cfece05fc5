import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { type AuditEvent, recordAuditEvent } from '../../accounts/audit-log.ts';
import type { DB } from '../../db/schema.ts';
import { Conflict, Invalid } from '../../http/errors.ts';
import { ProviderRefusal } from '../../stripe/payment-provider.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { failRefund } from '../provider-sync.ts';
import type { PaymentRow } from '../redemption.ts';
import { paymentNotFound, settle } from '../settlement.ts';

/** A refund as the administrator orders it. */
export interface RefundOrder {
  paymentId: number;
  /** The whole remaining amount by default. */
  amountCents?: number;
  reason: string;
  /** Whether the paid level ends now; a full refund always ends it. */
  endsLevel: boolean;
  /** The refunded amount that the administrator saw; a different one is a conflict. */
  refundedCents?: number;
  /** The administrator's account. */
  by: number;
}

/**
 * Refunds a payment. The refund is recorded first and then requested from the provider under its own reference, so that it is made
 * once even if the process dies in between: `reconcilePending` then completes it.
 * @throws {NotFound} 'Payment not found.'
 * @throws {Conflict} when it was not paid, nothing is left of it, more was refunded meanwhile, or the provider refuses
 * @throws {Invalid} for more than is left
 * @throws {Unavailable} when the provider cannot be reached; it is retried later
 */
export async function refundPayment(deps: PaymentDeps, order: RefundOrder): Promise<void> {
  await deps.db.transaction().execute((trx) => insertRefund(trx, deps, order));
  const refusal = await submitRefunds(deps, order.paymentId);
  if (refusal !== null) throw new Conflict(t('The card service declined this refund: {reason}', { reason: refusal }));
}

/**
 * Requests the recorded refunds of a payment that were not made yet from the provider.
 * @returns why the provider refused one of them; null when it did not
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function submitRefunds(deps: PaymentDeps, paymentId: number): Promise<string | null> {
  const { db, cards } = deps;
  const [open] = await findUnsubmittedRefunds(db, paymentId);
  if (!open) return null;
  // Read the refunds that exist at the provider first: it deletes idempotency keys after a day.
  await settle(deps, open.intentId);
  let refusal: string | null = null;
  for (const { id, reference, amountCents, intentId } of await findUnsubmittedRefunds(db, paymentId)) {
    try {
      await cards.refund({ reference, intentId, amountCents });
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      refusal = error.message;
      await abandonRefund(deps, { id, paymentId, refusal });
    }
  }
  await settle(deps, open.intentId);
  return refusal;
}

async function insertRefund(trx: Transaction<DB>, { cards }: PaymentDeps, order: RefundOrder) {
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', order.paymentId)
    .where('mode', '=', cards.mode)
    .forUpdate()
    .executeTakeFirst();
  if (!payment) throw paymentNotFound();
  const { left, refunded } = await getRefundTotals(trx, payment.id);
  if (order.refundedCents !== undefined && order.refundedCents !== refunded) {
    throw new Conflict(t('Part of this payment has just been refunded, or is being refunded. Please check it again.'));
  }
  if (left + refunded === 0) throw new Conflict(t('This payment wasn’t completed.'));
  if (left === 0) throw new Conflict(t('This payment has already been refunded.'));
  const amountCents = order.amountCents ?? left;
  if (amountCents > left) {
    const message = t('That’s more than the amount left on this payment.');
    throw new Invalid(message, [{ path: 'amountCents', message }]);
  }
  const endsLevel = order.endsLevel || amountCents === left;
  await trx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      amount_cents: amountCents,
      reason: order.reason,
      ends_level: endsLevel,
      by_account_id: order.by,
    })
    .execute();
  if (endsLevel) {
    const returned_at = sql<Date>`coalesce(returned_at, now())`;
    await trx.updateTable('payments').set({ returned_at }).where('id', '=', payment.id).execute();
  }
  const facts = {
    before: { payment: payment.id, refundedCents: refunded },
    after: { payment: payment.id, refundedCents: refunded + amountCents },
  };
  await grantRefundRequest(trx, payment, { ...order, ...facts });
}

async function grantRefundRequest(
  trx: Transaction<DB>,
  payment: PaymentRow,
  { reason, by, before, after }: RefundOrder & Pick<AuditEvent, 'before' | 'after'>,
) {
  await trx
    .updateTable('refund_requests')
    .set({ status: 'granted', decided_at: sql`now()` })
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'open')
    .execute();
  await recordAuditEvent(trx, {
    kind: 'payment-refunded',
    accountId: payment.account_id,
    username: payment.username,
    actorId: by,
    reason,
    listingId: payment.listing_id ?? undefined,
    before,
    after,
  });
}

/** The refunded amount, including open refunds, and the remaining amount. */
async function getRefundTotals(trx: Transaction<DB>, paymentId: number): Promise<{ left: number; refunded: number }> {
  const { rows } = await sql<{ charged: number; refunded: number }>`
    select
      (select coalesce(sum(amount_cents), 0)::int from ledger where payment_id = ${paymentId} and kind = 'charge') as charged,
      (select coalesce(sum(amount_cents), 0)::int from refunds where payment_id = ${paymentId} and status <> 'failed')
        as refunded`.execute(trx);
  const { charged, refunded } = rows[0] as { charged: number; refunded: number };
  return { left: charged - refunded, refunded };
}

/** Open refunds without an id of the provider: they were not requested, or the response was lost. */
const findUnsubmittedRefunds = (db: Kysely<DB>, paymentId: number) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('payment_id', '=', paymentId)
    .where('refunds.status', '=', 'open')
    .where('refund_id', 'is', null)
    .select(['refunds.id', 'refunds.reference', 'refunds.amount_cents as amountCents', 'intent_id as intentId'])
    .$narrowType<{ intentId: string }>()
    .orderBy('refunds.id')
    .execute();

/** Records that the provider refused a refund: the payment counts again, and the administrator is notified. */
async function abandonRefund(
  deps: PaymentDeps,
  { id, paymentId, refusal }: { id: number; paymentId: number; refusal: string },
) {
  deps.log.error({ refund: id, payment: paymentId }, `a refund was refused: ${refusal}`);
  await deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
    await failRefund(trx, deps, { id, paymentId });
  });
}
