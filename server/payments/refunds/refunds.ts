import { sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { AuditEvent } from '#server/accounts/audit-log.ts';
import { findLeftParts, findListings, markReturned } from '#server/payments/parts/parts.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { PaymentRow } from '#server/payments/redemption.ts';
import { paymentNotFound } from '#server/payments/settlement.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { authorizeDecision, type Permit, recordDecision } from '#server/staff/decisions.ts';
import { submitRefunds } from './submit-refunds.ts';

/** A refund as the administrator orders it. */
export interface RefundOrder {
  paymentId: number;
  /** The whole remaining amount by default. */
  amountCents?: number;
  /** The parts that are refunded, with what was paid for them by default. */
  partIds?: number[];
  reason: string;
  /** Whether the paid level ends now; a full refund, also of parts, always ends it. */
  endsLevel: boolean;
  /** The refunded amount that the administrator saw; a different one is a conflict. */
  refundedCents?: number;
  /** The account of the administrator. */
  by: number;
}

/**
 * Refunds a payment. The refund is recorded first and then requested from the provider under its own reference, so that it is made
 * once even if the process dies in between: `reconcilePending` then completes it.
 * @throws {NotFound} 'Payment not found.'
 * @throws {Conflict} when it was not paid, nothing is left of it, more was refunded meanwhile, or the provider refuses
 * @throws {Invalid} for more than is left, or parts that are none of the payment or were refunded
 * @throws {Unavailable} when the provider cannot be reached; it is retried later
 */
export async function refundPayment(deps: PaymentDeps, order: RefundOrder): Promise<void> {
  await deps.db.transaction().execute((trx) => insertRefund(trx, deps, order));
  const refusal = await submitRefunds(deps, order.paymentId);
  if (refusal !== null) throw new Conflict(t('The card service declined this refund: {reason}', { reason: refusal }));
}

async function insertRefund(trx: Transaction<DB>, { cards }: PaymentDeps, order: RefundOrder) {
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', order.paymentId)
    .where('mode', '=', cards.mode)
    .where('part_of', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!payment) throw paymentNotFound();
  const permit = await authorizeDecision(trx, {
    kind: 'payment-refunded',
    by: order.by,
    ref: payment.id,
    accounts: [payment.account_id],
    listings: await findListings(trx, payment),
  });
  const { left, refunded } = await getRefundTotals(trx, payment.id);
  if (order.refundedCents !== undefined && order.refundedCents !== refunded) {
    throw new Conflict(t('Part of this payment has just been refunded, or is being refunded. Please check it again.'));
  }
  if (left + refunded === 0) throw new Conflict(t('This payment wasn’t completed.'));
  if (left === 0) throw new Conflict(t('This payment has already been refunded.'));
  const parts = await findRefundedParts(trx, payment, order);
  const amountCents = order.amountCents ?? (parts ? Math.min(left, parts.cents) : left);
  if (amountCents > left || (parts && amountCents > parts.cents)) {
    const message =
      amountCents > left
        ? t('That’s more than the amount left on this payment.')
        : t('That’s more than was paid for these listings.');
    throw new Invalid(message, [{ path: 'amountCents', message }]);
  }
  const endsAll = amountCents === left;
  const endsLevel = order.endsLevel || endsAll || amountCents === parts?.cents;
  const partIds = endsAll ? null : (parts?.ids ?? null);
  await trx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      amount_cents: amountCents,
      reason: order.reason,
      ends_level: endsLevel,
      part_ids: partIds,
      by_account_id: order.by,
    })
    .execute();
  if (endsLevel) await markReturned(trx, payment.id, partIds);
  const facts = {
    before: { payment: payment.id, refundedCents: refunded },
    after: { payment: payment.id, refundedCents: refunded + amountCents, ...(partIds && { listings: partIds.length }) },
  };
  await grantRefundRequest(trx, permit, payment, { ...order, ...facts });
}

/** The chosen parts of a payment and what was paid for them; null where the whole payment is refunded. */
async function findRefundedParts(
  trx: Transaction<DB>,
  payment: PaymentRow,
  { partIds }: RefundOrder,
): Promise<{ ids: number[]; cents: number } | null> {
  if (partIds === undefined) return null;
  const left = await findLeftParts(trx, payment.id, partIds);
  if (left.length < new Set(partIds).size) {
    const message = t('Choose listings of this payment that haven’t been refunded.');
    throw new Invalid(message, [{ path: 'partIds', message }]);
  }
  return { ids: left.map(({ id }) => id), cents: left.reduce((sum, { amount_cents }) => sum + amount_cents, 0) };
}

async function grantRefundRequest(
  trx: Transaction<DB>,
  permit: Permit,
  payment: PaymentRow,
  { reason, before, after }: RefundOrder & Pick<AuditEvent, 'before' | 'after'>,
) {
  await trx
    .updateTable('refund_requests')
    .set({ status: 'granted', decided_at: sql`now()` })
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'open')
    .execute();
  await recordDecision(trx, permit, {
    kind: 'payment-refunded',
    accountId: payment.account_id,
    username: payment.username,
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
