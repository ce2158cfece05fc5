import { sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { findLeftParts, findListings } from '#server/payments/parts/parts.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { findAccountPayment } from '#server/payments/read/account-payments.ts';
import { REFUND_DAYS } from '#server/payments/read/payment-details.ts';
import { Conflict, Invalid, NotFound } from '#server/platform/http/errors.ts';
import { consumeOnCommit } from '#server/platform/http/rate-limit.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { sendRefundDeclinedEmail, sendRefundRequestedEmail, sendRefundWithdrawnEmail } from './send-emails.ts';

// A withdrawn request can be made again, and each is emailed.
const RATE_LIMIT = { limit: 10, windowSeconds: 24 * 60 * 60 };

/**
 * Requests the refund of a payment, or of parts of it. The administrator decides, and is notified by email.
 * @throws {NotFound} for a payment of another account
 * @throws {Invalid} for parts that are none of the payment, or were refunded
 * @throws {Conflict} after 7 days, when nothing is left to refund, or when there is a request already
 */
export function requestRefund(
  deps: PaymentDeps,
  {
    accountId,
    paymentId,
    reason,
    partIds = null,
  }: { accountId: number; paymentId: number; reason: string; partIds?: number[] | null },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const payment = await findAccountPayment(trx, deps, accountId, paymentId);
    if (payment.refundableUntil === null) {
      throw new Conflict(
        t('You can request a refund within {days} days of paying, if the payment hasn’t been fully refunded.', {
          days: REFUND_DAYS,
        }),
      );
    }
    const parts = partIds && (await findLeftParts(trx, paymentId, partIds));
    if (parts && parts.length < new Set(partIds).size) {
      const message = t('Choose listings of this payment that haven’t been refunded.');
      throw new Invalid(message, [{ path: 'partIds', message }]);
    }
    const { rows } = await sql`
      insert into refund_requests (payment_id, reason, part_ids) values (${paymentId}, ${reason}, ${partIds}::bigint[])
      on conflict (payment_id) where status = 'open' do nothing returning id`.execute(trx);
    if (rows.length === 0)
      throw new Conflict(t('You’ve already requested this refund. We’ll reply within 10 business days.'));
    await consumeOnCommit(trx, `refund-request:${accountId}`, RATE_LIMIT);
    await sendRefundRequestedEmail(trx, deps, { paymentId, reason, partIds });
  });
}

/**
 * Withdraws the open refund request of a payment: it is deleted, as if it had not been made.
 * @throws {NotFound} for a payment of another account, or without an open request
 */
export function withdrawRefundRequest(
  deps: PaymentDeps,
  { accountId, paymentId }: { accountId: number; paymentId: number },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await findAccountPayment(trx, deps, accountId, paymentId);
    const withdrawn = await trx
      .deleteFrom('refund_requests')
      .where('payment_id', '=', paymentId)
      .where('status', '=', 'open')
      .returning('part_ids')
      .executeTakeFirst();
    if (!withdrawn) throw new NotFound(t('There’s no open refund request for this payment.'));
    await sendRefundWithdrawnEmail(trx, deps, { paymentId, partIds: withdrawn.part_ids });
  });
}

/**
 * Declines a refund request with a reason, which is emailed to the owner and stored in the audit log.
 * @param by the administrator's account
 * @throws {NotFound} when the payment has no open request
 */
export function declineRefund(
  deps: PaymentDeps,
  { paymentId, answer, by }: { paymentId: number; answer: string; by: number },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ partIds: number[] | null }>`
      update refund_requests set status = 'declined', answer = ${answer}, decided_at = now()
      where payment_id = ${paymentId} and status = 'open'
        and exists (select from payments where id = ${paymentId} and mode = ${deps.cards.mode})
      returning part_ids as "partIds"`.execute(trx);
    const [declined] = rows;
    if (!declined) throw new NotFound(t('There’s no open refund request for this payment.'));
    const payment = await trx
      .selectFrom('payments')
      .select(['id', 'quantity', 'account_id', 'username', 'listing_id'])
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const { account_id, username, listing_id } = payment;
    const permit = await authorizeDecision(trx, {
      kind: 'refund-declined',
      by,
      accounts: [account_id],
      listings: await findListings(trx, payment),
    });
    await recordDecision(trx, permit, {
      kind: 'refund-declined',
      accountId: account_id,
      username,
      reason: answer,
      listingId: listing_id ?? undefined,
      before: { payment: paymentId, status: 'open' },
      after: { payment: paymentId, status: 'declined' },
    });
    await sendRefundDeclinedEmail(trx, deps, { paymentId, answer, ...declined });
  });
}
