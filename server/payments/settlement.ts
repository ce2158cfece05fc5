import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { DB, Listings } from '../db/schema.ts';
import { NotFound } from '../http/errors.ts';
import type { IntentState } from '../stripe/card-payments.ts';
import { enter } from './ledger.ts';
import type { PaymentParts } from './payment-parts.ts';
import { mailReceipt } from './receipts.ts';
import { type PaymentRow, redeem } from './redemption.ts';
import { takeInRefunds } from './refund-intake.ts';

/** How a payment stands after it was settled. */
export interface Settled {
  payment: PaymentRow;
  /** What the provider says of the intent. */
  state: IntentState;
}

/**
 * Brings a payment to what the provider says of its intent. The only way in for money: the webhook, the browser that comes
 * back from paying, the sweep after a crash and whoever makes a refund all call it, as often as they like.
 *
 * What holds, however often and in whatever order it is called, by however many processes, wherever they are killed:
 * - One paid intent has at most one term, so at most one listing; and always one listing or one credit. What is paid is
 *   written down and redeemed in one transaction that holds the payment's row; a term is unique to its payment.
 * - Nothing that an event or a browser says is believed: the intent is asked for each time. It must be of the plan, amount,
 *   currency and account that the row was made for; if it is not, nothing is listed and the money
 *   goes back with the next sweep.
 * - Every cent that came or went stands in the ledger once: its rows are unique to the provider's charges and refunds.
 *
 * @param asker the account that asks, when one does: another's payment looks as if there were none
 * @throws {NotFound} when there is no such payment
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function settle(parts: PaymentParts, intentId: string, asker?: number): Promise<Settled> {
  const { db, cards, reached } = parts;
  // Asked before the provider is: a stranger learns nothing, and costs nothing.
  if (asker !== undefined) await checkAsker(parts, intentId, asker);
  const state = await cards.readIntent(intentId);
  await reached?.('the provider has answered');
  const payment = await db.transaction().execute(async (trx) => {
    const row = await lockPayment(trx, state);
    if (!row) return undefined;
    const settled = await bringUpToDate(trx, parts, row, state);
    await takeInRefunds(trx, parts, settled, state);
    await reached?.('the payment is settled, but not committed');
    return trx.selectFrom('payments').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  });
  if (!payment) throw noSuchPayment();
  await reached?.('the payment is committed');
  return { payment, state };
}

/** 'There is no such payment.' */
export const noSuchPayment = () => new NotFound('There is no such payment.');

async function checkAsker({ db }: PaymentParts, intentId: string, asker: number) {
  const own = await db
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', intentId)
    .where('account_id', '=', asker)
    .executeTakeFirst();
  if (!own) throw noSuchPayment();
}

/** The row of an intent; its number is in the intent, for when we were cut off before we could write the intent's. */
async function lockPayment(trx: Transaction<DB>, { id, metadata }: IntentState): Promise<PaymentRow | undefined> {
  const known = await trx.selectFrom('payments').selectAll().where('intent_id', '=', id).forUpdate().executeTakeFirst();
  if (known || !/^\d{1,15}$/.test(metadata.payment_id ?? '')) return known;
  return trx
    .updateTable('payments')
    .set({ intent_id: id })
    .where('id', '=', Number(metadata.payment_id))
    .where('intent_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

async function bringUpToDate(
  trx: Transaction<DB>,
  parts: PaymentParts,
  payment: PaymentRow,
  state: IntentState,
): Promise<PaymentRow> {
  if (state.status === 'canceled' && payment.status === 'open') return setStatus(trx, payment, { status: 'canceled' });
  if (state.status !== 'succeeded' || !state.charge) return payment;
  if (payment.status === 'open' || payment.status === 'canceled') return takeMoney(trx, parts, payment, state);
  await redeem(trx, parts, payment);
  return payment;
}

/** The money is there: it is written down, and buys its term or goes back. */
async function takeMoney(
  trx: Transaction<DB>,
  parts: PaymentParts,
  payment: PaymentRow,
  { id, charge, receivedCents, ...said }: IntentState,
): Promise<PaymentRow> {
  if (!charge) return payment;
  await enter(trx, { payment, kind: 'charge', amountCents: receivedCents, providerId: charge.id });
  const refusal = whyNot(payment, { receivedCents, ...said });
  if (refusal !== null) {
    parts.log.error({ payment: payment.id, intent: id }, `a payment was refused: ${refusal}`);
    await trx
      .insertInto('refunds')
      .values({ payment_id: payment.id, amount_cents: receivedCents, reason: refusal, ends_level: false })
      .execute();
    return setStatus(trx, payment, { status: 'refused', refusal });
  }
  const paid = await setStatus(trx, payment, {
    status: 'paid',
    paid_at: sql<Date>`now()`,
    receipt_number: await nextReceiptNumber(trx),
    card_brand: charge.card?.brand,
    card_last4: charge.card?.last4,
  });
  await parts.reached?.('the payment is written down');
  const listing: Selectable<Listings> | null = await redeem(trx, parts, paid);
  await mailReceipt(trx, parts, paid, listing);
  return paid;
}

/** Why money that came is not what this payment asked for; null when it is. */
function whyNot(
  payment: PaymentRow,
  { receivedCents, currency, metadata }: Pick<IntentState, 'receivedCents' | 'currency' | 'metadata'>,
): string | null {
  if (metadata.payment_id !== String(payment.id)) return 'It was paid for another order.';
  if (metadata.account_id !== String(payment.account_id)) return 'It was paid for another account.';
  if (metadata.plan !== payment.plan) return 'It was paid for another plan.';
  if (currency !== payment.currency) return 'It was paid in another currency.';
  if (receivedCents !== payment.amount_cents) return 'It was not the price of the plan.';
  return null;
}

const setStatus = (
  trx: Transaction<DB>,
  { id }: PaymentRow,
  columns: UpdateObject<DB, 'payments'>,
): Promise<PaymentRow> =>
  trx.updateTable('payments').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

const RECEIPTS = 'receipts';

/** Receipts are numbered without a gap: the counter's row is locked until the payment is committed. */
async function nextReceiptNumber(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into settings (key, value) values (${RECEIPTS}, '1'::jsonb)
    on conflict (key) do update set value = to_jsonb((settings.value)::bigint + 1)
    returning (value)::bigint as number`.execute(trx);
  return (rows[0] as { number: number }).number;
}
