import { sql, type Transaction, type UpdateObject } from 'kysely';
import type { DB } from '../db/schema.ts';
import { NotFound } from '../http/errors.ts';
import { consumeRateLimit } from '../http/rate-limit.ts';
import type { Charge, PaymentIntent } from '../stripe/payment-provider.ts';
import { getReference } from '../stripe/stripe-schemas.ts';
import { addLedgerEntry } from './ledger.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { syncDisputes, syncRefunds } from './provider-sync.ts';
import { sendReceipt } from './receipts.ts';
import { type PaymentRow, redeem } from './redemption.ts';

/** How a payment stands after it was settled. */
export interface Settlement {
  payment: PaymentRow;
  /** What the provider says of the intent. */
  state: PaymentIntent;
}

// Each asks the provider, which counts as well.
const SETTLE_RATE_LIMIT = { limit: 300, windowSeconds: 10 * 60 };

/**
 * Brings a payment to what the provider says of its intent. The only way in for money: the webhook, the browser that comes
 * back from paying, the sweep after a crash and whoever makes a refund all call it, as often as they like.
 *
 * What holds, however often and in whatever order it is called, by however many processes, wherever they are killed:
 * - One paid intent has at most one term, so at most one listing; and always one listing or one credit, until its money goes
 *   back. What is paid is written down and redeemed in one transaction that holds the payment's row; a term is unique to
 *   its payment.
 * - Nothing that an event or a browser says is believed: the intent is asked for each time. It must be of the plan, amount,
 *   currency and account that the row was made for; if it is not, nothing is listed and the money goes back.
 * - Every cent that came or went stands in the ledger once: its rows are unique to the provider's charges, refunds and
 *   disputes. An answer that is older than what was written down undoes nothing.
 *
 * Rows are locked in one order: account, payment, the counter of receipts, listing, terms.
 *
 * See docs/decisions/0031-settlement-from-provider-state.md.
 * @param accountId the account that asks, when one does: another's payment looks as if there were none
 * @throws {NotFound} when there is no such payment
 * @throws {TooMany} when an account asks 300 times in 10 minutes
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function settle(deps: PaymentDeps, intentId: string, accountId?: number): Promise<Settlement> {
  const { db, cards } = deps;
  // Asked before the provider is: a stranger learns nothing, and costs nothing.
  if (accountId !== undefined) await assertOwnPayment(deps, intentId, accountId);
  const state = await cards.retrieveIntent(intentId);
  const payment = await db.transaction().execute(async (trx) => {
    const row = await lockPayment(trx, state);
    if (!row) return undefined;
    await applyIntentState(trx, deps, row, state);
    return trx.selectFrom('payments').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  });
  if (!payment) throw paymentNotFound();
  return { payment, state };
}

/** 'There is no such payment.' */
export const paymentNotFound = () => new NotFound('There is no such payment.');

async function assertOwnPayment({ db }: PaymentDeps, intentId: string, accountId: number) {
  const own = await db
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', intentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!own) throw paymentNotFound();
  await consumeRateLimit(db, `settle:${accountId}`, SETTLE_RATE_LIMIT);
}

/** The row of an intent; its reference is in the intent, for when we were cut off before we could write down the intent's. */
async function lockPayment(trx: Transaction<DB>, { id, metadata }: PaymentIntent): Promise<PaymentRow | undefined> {
  const reference = getReference(metadata);
  // PostgreSQL locks it all the same when a row that refers to it is changed twice, but then it is too late.
  await sql`
    select from payments join accounts on accounts.id = account_id
    where intent_id = ${id} or reference = ${reference} for key share of accounts`.execute(trx);
  const known = await trx.selectFrom('payments').selectAll().where('intent_id', '=', id).forUpdate().executeTakeFirst();
  if (known || reference === null) return known;
  return trx
    .updateTable('payments')
    .set({ intent_id: id })
    .where('reference', '=', reference)
    .where('intent_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

async function applyIntentState(trx: Transaction<DB>, deps: PaymentDeps, payment: PaymentRow, state: PaymentIntent) {
  const isUnpaid = payment.status === 'open' || payment.status === 'canceled';
  if (isUnpaid && state.status === 'canceled') return updatePayment(trx, payment, { status: 'canceled' });
  if (state.status !== 'succeeded' || !state.charge) return;
  const { charge } = state;
  if (isUnpaid) await recordCharge(trx, deps, payment, { ...state, charge });
  await syncRefunds(trx, deps, payment.id, charge);
  await syncDisputes(trx, deps, payment.id, charge);
}

/** The money is there: it is written down, and buys its term or goes back. */
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
  const refusal = findMismatch(payment, state);
  if (refusal !== null) return refusePayment(trx, deps, payment, { intentId: id, refusal, receivedCents });
  const paid = await updatePayment(trx, payment, {
    status: 'paid',
    paid_at: sql<Date>`now()`,
    receipt_number: await nextReceiptNumber(trx),
    card_brand: charge.card?.brand,
    card_last4: charge.card?.last4,
  });
  // What went back before we heard of it buys nothing.
  const isWhole = charge.refunds.every(({ status }) => status === 'failed') && charge.disputes.length === 0;
  const listing = isWhole ? await redeem(trx, deps, paid) : null;
  if (isWhole) await sendReceipt(trx, deps, paid, listing);
}

/** Writes down that money is to go back; a job sees to it at once, and the sweep if that fails. */
async function refusePayment(
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

/** Why money that came is not what this payment asked for; null when it is. */
function findMismatch(payment: PaymentRow, { receivedCents, currency, metadata }: PaymentIntent): string | null {
  if (payment.account_id === null) return 'The account that it was paid for is gone.';
  if (getReference(metadata) !== payment.reference) return 'It was paid for another order.';
  if (metadata.account_id !== String(payment.account_id)) return 'It was paid for another account.';
  if (metadata.plan !== payment.plan) return 'It was paid for another plan.';
  if (currency !== payment.currency) return 'It was paid in another currency.';
  if (receivedCents !== payment.amount_cents) return 'It was not the price of the plan.';
  return null;
}

const updatePayment = (
  trx: Transaction<DB>,
  { id }: PaymentRow,
  columns: UpdateObject<DB, 'payments'>,
): Promise<PaymentRow> =>
  trx.updateTable('payments').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

const RECEIPT_COUNTER = 'receipts';

/** Receipts are numbered without a gap: the counter's row is locked until the payment is committed. */
async function nextReceiptNumber(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into settings (key, value) values (${RECEIPT_COUNTER}, '1'::jsonb)
    on conflict (key) do update set value = to_jsonb((settings.value)::bigint + 1)
    returning (value)::bigint as number`.execute(trx);
  return (rows[0] as { number: number }).number;
}
