import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import { findOwn, REFUND_DAYS } from './payments.ts';

/**
 * Asks for the money of a payment back; the administrator decides.
 * @throws {NotFound} when the payment is another's
 * @throws {Conflict} after 7 days, when nothing is left to give back, or when it was asked already
 */
export async function askForRefund(
  db: Kysely<DB>,
  { accountId, paymentId, reason }: { accountId: number; paymentId: number; reason: string },
): Promise<void> {
  const payment = await findOwn(db, accountId, paymentId);
  if (payment.refundableUntil === null) {
    throw new Conflict(`Money can be asked back within ${REFUND_DAYS} days of paying, while there is some left.`);
  }
  const { rows } = await sql`
    insert into refund_requests (payment_id, reason) values (${paymentId}, ${reason})
    on conflict (payment_id) where status = 'open' do nothing returning id`.execute(db);
  if (rows.length === 0) throw new Conflict('You have asked for this already. We answer within 10 business days.');
}

/**
 * Says no to who asked for money back, and why.
 * @throws {NotFound} when nobody asks for this payment's
 */
export async function declineRefund(
  db: Kysely<DB>,
  { paymentId, answer }: { paymentId: number; answer: string },
): Promise<void> {
  const { rows } = await sql`
    update refund_requests set status = 'declined', answer = ${answer}, decided_at = now()
    where payment_id = ${paymentId} and status = 'open' returning id`.execute(db);
  if (rows.length === 0) throw new NotFound('Nobody asks for the money of this payment.');
}
