import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { Conflict, HttpError, Invalid } from '../http/errors.ts';
import type { PaymentParts } from './payment-parts.ts';
import { refundFailed } from './refund-intake.ts';
import { noSuchPayment, settle } from './settlement.ts';

/** What the administrator decides. */
export interface RefundOrder {
  paymentId: number;
  /** All that is left when it is not said. */
  amountCents?: number;
  reason: string;
  /** Whether the paid level ends now; giving everything back always ends it. */
  endsLevel: boolean;
  by: number;
}

/**
 * Gives money back. It is written down first and then asked of the provider under a key of its own, so that it is given
 * back once, also when we are cut off in between: the sweep goes on with it.
 * @throws {NotFound} 'There is no such payment.'
 * @throws {Conflict} when it was not paid, or nothing is left of it
 * @throws {Invalid} for more than is left
 * @throws {Unavailable} when the provider cannot be reached; it is tried again
 */
export async function refund(parts: PaymentParts, order: RefundOrder): Promise<void> {
  await parts.db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom('payments')
      .select(['id', 'amount_cents', 'status'])
      .where('id', '=', order.paymentId)
      .forUpdate()
      .executeTakeFirst();
    if (!payment) throw noSuchPayment();
    if (payment.status !== 'paid') throw new Conflict('This payment was not made.');
    const left = payment.amount_cents - (await promisedCents(trx, payment.id));
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
    await sql`
      update refund_requests set status = 'granted', decided_at = now()
      where payment_id = ${payment.id} and status = 'open'`.execute(trx);
    if (endsLevel)
      await trx.updateTable('payments').set({ returned_at: sql`now()` }).where('id', '=', payment.id).execute();
  });
  await parts.reached?.('the refund is written down');
  await makeRefunds(parts, order.paymentId);
}

/** What was given back, or is about to be. */
async function promisedCents(db: Kysely<DB>, paymentId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from refunds
    where payment_id = ${paymentId} and status <> 'failed'`.execute(db);
  return rows[0]?.cents ?? 0;
}

/**
 * Asks the provider for the refunds of a payment that were written down and not made yet, then settles the payment.
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function makeRefunds(parts: PaymentParts, paymentId: number): Promise<void> {
  const { db, cards, reached } = parts;
  const open = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('payment_id', '=', paymentId)
    .where('refunds.status', '=', 'open')
    .where('refund_id', 'is', null)
    .select(['refunds.id', 'refunds.amount_cents', 'intent_id'])
    .orderBy('refunds.id')
    .execute();
  for (const { id, amount_cents, intent_id } of open) {
    const made = await cards
      .refund({ refundId: id, intentId: intent_id as string, amountCents: amount_cents })
      .catch((error) => failed(parts, id, error));
    await reached?.('the provider has given it back');
    if (made) await db.updateTable('refunds').set({ refund_id: made.id }).where('id', '=', id).execute();
    await reached?.('the refund is known');
  }
  if (open[0]) await settle(parts, open[0].intent_id as string);
}

/** The provider will not do it: that is written down, and said. What it could not be asked is asked again. */
async function failed({ db, log }: PaymentParts, id: number, error: unknown) {
  if (!(error instanceof HttpError) || error.status >= 500) throw error;
  log.error({ err: error, refund: id }, 'a refund was refused');
  await db.transaction().execute((trx) => refundFailed(trx, { id }));
}
