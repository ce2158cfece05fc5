import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAuditEvent } from '../accounts/audit-log.ts';
import type { DB } from '../db/schema.ts';
import { Conflict, Invalid } from '../http/errors.ts';
import { ProviderRefusal } from '../stripe/payment-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { failRefund } from './provider-sync.ts';
import type { PaymentRow } from './redemption.ts';
import { paymentNotFound, settle } from './settlement.ts';

/** What the administrator decides. */
export interface RefundOrder {
  paymentId: number;
  /** All that is left when it is not said. */
  amountCents?: number;
  reason: string;
  /** Whether the paid level ends now; giving everything back always ends it. */
  endsLevel: boolean;
  /** What had been given back when it was decided. */
  refundedCents?: number;
  /** The administrator's account. */
  by: number;
}

/**
 * Gives money back. It is written down first and then asked of the provider under a reference of its own, so that it is
 * given back once, also when we are cut off in between: the sweep goes on with it.
 * @throws {NotFound} 'There is no such payment.'
 * @throws {Conflict} when it was not paid, nothing is left of it, more was given back meanwhile, or the provider refuses
 * @throws {Invalid} for more than is left
 * @throws {Unavailable} when the provider cannot be reached; it is tried again
 */
export async function refundPayment(deps: PaymentDeps, order: RefundOrder): Promise<void> {
  await deps.db.transaction().execute((trx) => insertRefund(trx, order));
  const refusal = await submitRefunds(deps, order.paymentId);
  if (refusal !== null) throw new Conflict(`The card service refuses this refund: ${refusal}`);
}

/**
 * Asks the provider for the refunds of a payment that were written down and not made yet.
 * @returns why the provider refused one of them; null when it did not
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function submitRefunds(deps: PaymentDeps, paymentId: number): Promise<string | null> {
  const { db, cards } = deps;
  const [open] = await findUnsubmittedRefunds(db, paymentId);
  if (!open) return null;
  // What the provider knows already is taken in first: it forgets after a day which references it was given.
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

async function insertRefund(trx: Transaction<DB>, order: RefundOrder) {
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', order.paymentId)
    .forUpdate()
    .executeTakeFirst();
  if (!payment) throw paymentNotFound();
  const { left, promised } = await getRefundTotals(trx, payment.id);
  if (order.refundedCents !== undefined && order.refundedCents !== promised) {
    throw new Conflict('More of this payment was given back meanwhile, or is on its way. Please look at it again.');
  }
  if (left + promised === 0) throw new Conflict('This payment was not made.');
  if (left === 0) throw new Conflict('This payment was given back already.');
  const amountCents = order.amountCents ?? left;
  if (amountCents > left) {
    const message = 'That is more than is left of the payment.';
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
  await grantRefundRequest(trx, payment, order);
}

async function grantRefundRequest(trx: Transaction<DB>, payment: PaymentRow, { reason, by }: RefundOrder) {
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
  });
}

/** What was given back or is about to be, and what is left of what came. */
async function getRefundTotals(trx: Transaction<DB>, paymentId: number): Promise<{ left: number; promised: number }> {
  const { rows } = await sql<{ came: number; promised: number }>`
    select
      (select coalesce(sum(amount_cents), 0)::int from ledger where payment_id = ${paymentId} and kind = 'charge') as came,
      (select coalesce(sum(amount_cents), 0)::int from refunds where payment_id = ${paymentId} and status <> 'failed')
        as promised`.execute(trx);
  const { came, promised } = rows[0] as { came: number; promised: number };
  return { left: came - promised, promised };
}

/** Those that the provider was not asked for, or whose answer we did not live to hear, come without a number of its own. */
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

/** The provider will not do it: the payment counts again, and the administrator hears of it. */
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
