import { sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { startAutoRenewal } from '#server/payments/auto-renewals/auto-renewals.ts';
import { reclaimCoupon } from '#server/payments/coupons/reservations.ts';
import { syncInvoices } from '#server/payments/invoices/issue.ts';
import { redeemAll } from '#server/payments/parts/parts.ts';
import { nextReceiptNumber, sendReceipt } from '#server/payments/receipts/receipts.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import type { Charge, PaymentIntent } from '#server/platform/stripe/payment-provider.ts';
import { getReference } from '#server/platform/stripe/stripe-schemas.ts';
import { followDebit } from './failed-debits.ts';
import { addLedgerEntry } from './ledger.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { syncDisputes, syncRefunds } from './provider-sync.ts';
import { type PaymentRow, updatePayment } from './redemption.ts';
import { findMismatch, REFUSALS, refusePayment } from './refusals.ts';

/** A payment after its settlement. */
export interface Settlement {
  payment: PaymentRow;
  /** The payment intent at the provider. */
  state: PaymentIntent;
}

// Each settlement is a request to the provider, which has limits too.
const SETTLE_RATE_LIMIT = { limit: 300, windowSeconds: 10 * 60 };

/**
 * Updates a payment to the state of its intent at the provider. All money is recorded here: the webhook, the browser that returns
 * from paying, `reconcilePending` and refunds all call it, as often as they like.
 *
 * Invariants, however often and in whatever order it is called, in any number of processes that may die at any point:
 * - A paid intent is either one listing or one credit until its money is returned. The payment is recorded and redeemed in one
 *   transaction that locks its row, and has at most one term. One for several listings is so for each (see `parts.ts`).
 * - Events and browsers are not trusted: the intent is fetched each time. It must match the plan, amount, currency and account of
 *   the row, which is one of the running mode; otherwise nothing is listed and the money is refunded.
 * - Every cent received or returned is in the ledger once: entries are unique by the charge, refund or dispute of the provider. A
 *   response older than the recorded state undoes nothing.
 *
 * Rows are locked in one order: account, payment, coupon, receipt counter, listing, terms, counters of invoices.
 *
 * See docs/decisions/0031-settlement-from-provider-state.md.
 * @param accountId the signed-in account, if there is one: payments of others are reported as missing
 * @throws {NotFound} when there is no such payment
 * @throws {TooManyRequests} after 300 calls of an account in 10 minutes
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function settle(deps: PaymentDeps, intentId: string, accountId?: number): Promise<Settlement> {
  const { db, cards } = deps;
  // Checked before the request to the provider, so that strangers learn nothing and cost nothing.
  if (accountId !== undefined) await assertOwnPayment(deps, intentId, accountId);
  const state = await cards.retrieveIntent(intentId);
  const payment = await db.transaction().execute(async (trx) => {
    const row = await lockPayment(trx, deps, state);
    if (!row) return undefined;
    await applyIntentState(trx, deps, row, state);
    return trx.selectFrom('payments').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  });
  if (!payment) throw paymentNotFound();
  return { payment, state };
}

/** 'Payment not found.' */
export const paymentNotFound = () => new NotFound(t('Payment not found.'));

async function assertOwnPayment({ db, cards }: PaymentDeps, intentId: string, accountId: number) {
  const own = await db
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', intentId)
    .where('account_id', '=', accountId)
    .where('mode', '=', cards.mode)
    .executeTakeFirst();
  if (!own) throw paymentNotFound();
  await consumeRateLimit(db, `settle:${accountId}`, SETTLE_RATE_LIMIT);
}

/** Locks the row of an intent. It is found by the reference if the process died before the intent id was stored. */
async function lockPayment(
  trx: Transaction<DB>,
  { cards: { mode } }: PaymentDeps,
  { id, metadata }: PaymentIntent,
): Promise<PaymentRow | undefined> {
  const reference = getReference(metadata);
  // PostgreSQL also locks the account when a referring row changes twice in a transaction, which would be out of order.
  await sql`
    select from payments join accounts on accounts.id = account_id
    where intent_id = ${id} or reference = ${reference} for key share of accounts`.execute(trx);
  const known = await trx
    .selectFrom('payments')
    .selectAll()
    .where('intent_id', '=', id)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst();
  if (known || reference === null) return known;
  return trx
    .updateTable('payments')
    .set({ intent_id: id })
    .where('reference', '=', reference)
    .where('mode', '=', mode)
    .where('intent_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

async function applyIntentState(trx: Transaction<DB>, deps: PaymentDeps, payment: PaymentRow, state: PaymentIntent) {
  const isUnpaid = payment.status === 'open' || payment.status === 'canceled';
  if (isUnpaid) await followDebit(trx, deps, payment, state);
  if (isUnpaid && state.status === 'canceled') return updatePayment(trx, payment, { status: 'canceled' });
  if (state.status !== 'succeeded' || !state.charge) return;
  const { charge } = state;
  if (isUnpaid) await recordCharge(trx, deps, payment, { ...state, charge });
  await syncRefunds(trx, deps, payment.id, charge);
  await syncDisputes(trx, deps, payment.id, charge);
  await syncInvoices(trx, deps, payment.id, charge.disputes);
}

/** Records a charge; it buys a term, becomes a credit, or is refunded. */
async function recordCharge(
  trx: Transaction<DB>,
  deps: PaymentDeps,
  payment: PaymentRow,
  state: PaymentIntent & { charge: Charge },
): Promise<void> {
  const { id, charge, receivedCents, currency } = state;
  if (receivedCents > 0) {
    await addLedgerEntry(trx, { payment, kind: 'charge', amountCents: receivedCents, currency, providerId: charge.id });
  }
  const refusal = findMismatch(payment, state) ?? ((await reclaimCoupon(trx, payment)) ? null : REFUSALS.couponUsed);
  if (refusal !== null) return refusePayment(trx, deps, payment, { intentId: id, refusal, receivedCents });
  const paid = await updatePayment(trx, payment, {
    status: 'paid',
    paid_at: sql<Date>`now()`,
    receipt_number: await nextReceiptNumber(trx, payment),
    card_brand: charge.card?.brand,
    card_last4: charge.card?.last4,
    cardholder: charge.card?.holder,
    // It is no credit itself: its parts are.
    ...(payment.quantity > 1 && { redeemed_at: sql<Date>`now()` }),
  });
  // A payment that was refunded or disputed before it was recorded buys nothing.
  const isWhole = charge.refunds.every(({ status }) => status === 'failed') && charge.disputes.length === 0;
  if (!isWhole) return;
  const redeemed = await redeemAll(trx, deps, paid);
  const [only] = redeemed;
  if (only?.listing && paid.quantity === 1)
    await startAutoRenewal(trx, deps, { payment: paid, listingId: only.listing.id, state });
  await sendReceipt(trx, deps, paid, redeemed);
}
