import { type Kysely, sql, type Transaction } from 'kysely';
import { PLANS } from '#contract/plans/plans.ts';
import { reserveCoupon } from '#server/payments/coupons/reservations.ts';
import { findListingPayments, isSameOrder, type Order } from '#server/payments/orders.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Quote } from '#server/payments/plans/quotes.ts';
import type { PaymentRow } from '#server/payments/redemption.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** An order, and what its buyer was shown: how often the listing was paid for, and the amount. */
export type QuotedOrder = Order & { timesPaid?: number; amountCents?: number };

/** What identifies a payment here and at the provider. */
export type PaymentKeys = Pick<PaymentRow, 'id' | 'reference' | 'intent_id' | 'amount_cents'>;

/** The open payment of an order. */
export async function findOpenPayment(
  db: Kysely<DB>,
  { cards }: Pick<PaymentDeps, 'cards'>,
  order: Order,
  quote: Quote,
): Promise<PaymentKeys | undefined> {
  return db
    .selectFrom('payments')
    .select(['id', 'reference', 'intent_id', 'amount_cents'])
    .where('account_id', '=', order.accountId)
    .where('mode', '=', cards.mode)
    .where('status', '=', 'open')
    .where(isSameOrder(order, quote))
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** The last payment for the listing of an order, if its buyer does not know of it. */
export async function findUnknownPayment(
  db: Kysely<DB>,
  { cards }: Pick<PaymentDeps, 'cards'>,
  { accountId, listingId, timesPaid }: QuotedOrder,
): Promise<PaymentKeys | undefined> {
  if (listingId === null || timesPaid === undefined) return undefined;
  const paid = await findListingPayments(db, cards.mode, { accountId, listingId });
  return paid.length > timesPaid ? paid[0] : undefined;
}

/** Adds the payment of an order, which reserves its coupon. */
export async function insertPayment(
  trx: Transaction<DB>,
  { cards: { mode } }: Pick<PaymentDeps, 'cards'>,
  { accountId, plan, listingId }: Order,
  { months, amountCents, coupon, tax }: Quote,
): Promise<PaymentKeys> {
  const { level } = PLANS[plan];
  const { rows } = await sql<PaymentKeys>`
    insert into payments (mode, account_id, username, listing_id, plan, level, months, amount_cents, discount_cents, tax_cents,
      tax_name, tax_rate)
    select ${mode}, id, username, ${listingId}, ${plan}, ${level}, ${months}, ${amountCents}, ${coupon?.discountCents ?? 0},
      ${tax?.cents ?? 0}, ${tax?.name ?? null}, ${tax?.rate ?? null} from accounts where id = ${accountId}
    returning id, reference, intent_id, amount_cents`.execute(trx);
  const payment = rows[0] as PaymentKeys;
  if (coupon) await reserveCoupon(trx, coupon, { payment_id: payment.id, account_id: accountId, mode });
  return payment;
}
