import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { PLANS } from '#contract/plans/plans.ts';
import { recordConsent } from '#server/payments/auto-renewals/consents.ts';
import { reserveCoupon } from '#server/payments/coupons/reservations.ts';
import { findListingPayments, isSameOrder, type Order } from '#server/payments/orders.ts';
import { splitCents } from '#server/payments/parts/parts.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Quote } from '#server/payments/plans/quotes.ts';
import type { PaymentRow } from '#server/payments/redemption.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';

/** An order, and what its buyer was shown: how often its listings were paid for, and the amount. */
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
    .where('part_of', 'is', null)
    .where(isSameOrder(order, quote))
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/**
 * The last payment for a listing of an order, if its buyer does not know of it.
 * @throws {Conflict} when that was for other listings too, or not for all of them
 */
export async function findUnknownPayment(
  db: Kysely<DB>,
  { cards }: Pick<PaymentDeps, 'cards'>,
  { accountId, listingIds, timesPaid }: QuotedOrder,
): Promise<PaymentKeys | undefined> {
  if (listingIds.length === 0 || timesPaid === undefined) return undefined;
  const [last, ...earlier] = await findListingPayments(db, cards.mode, { accountId, listingIds });
  if (!last || earlier.length + 1 <= timesPaid) return undefined;
  if (last.listings.join() === listingIds.join()) return last;
  throw new Conflict(t('One of these listings was paid for since you opened this page. You haven’t been charged.'));
}

/** Adds the payment of an order, with its parts, which reserves its coupon. */
export async function insertPayment(
  trx: Transaction<DB>,
  { cards: { mode } }: Pick<PaymentDeps, 'cards'>,
  { accountId, plan, listingIds, renewalCents }: Order,
  quote: Quote,
): Promise<PaymentKeys> {
  const { months, quantity, amountCents, coupon, tax } = quote;
  const { level } = PLANS[plan];
  const { rows } = await sql<PaymentKeys>`
    insert into payments (mode, account_id, username, listing_id, plan, level, months, quantity, amount_cents, discount_cents,
      tax_cents, tax_name, tax_rate)
    select ${mode}, id, username, ${quantity === 1 ? (listingIds[0] ?? null) : null}, ${plan}, ${level}, ${months}, ${quantity}, ${amountCents},
      ${coupon?.discountCents ?? 0}, ${tax?.cents ?? 0}, ${tax?.name ?? null}, ${tax?.rate ?? null} from accounts where id = ${accountId}
    returning id, reference, intent_id, amount_cents`.execute(trx);
  const payment = rows[0] as PaymentKeys;
  if (quantity > 1)
    await sql`
      insert into payments (mode, account_id, username, part_of, plan, level, months, listing_id, amount_cents)
      select p.mode, p.account_id, p.username, p.id, p.plan, p.level, p.months, part.listing_id, part.cents
      from payments p, unnest(${listingIds}::bigint[], ${splitCents(amountCents, quantity)}::int[]) as part (listing_id, cents)
      where p.id = ${payment.id}`.execute(trx);
  if (renewalCents !== undefined)
    await recordConsent(trx, { paymentId: payment.id, plan, shownCents: renewalCents }, quote);
  if (coupon) await reserveCoupon(trx, coupon, { payment_id: payment.id, account_id: accountId, mode });
  return payment;
}
