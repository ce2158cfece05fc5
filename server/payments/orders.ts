import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { OrderPreview } from '#contract/payments.ts';
import { type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import type { LicenseRules } from '#server/licenses/required-license.ts';
import { requireListing } from '#server/listings/members/access.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { findCouponId } from '#server/payments/coupons/redeem-code.ts';
import { type Quote, quoteOrder, toBreakdown } from '#server/payments/plans/quotes.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { paymentsClosed } from '#server/platform/stripe/closed.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findPayabilityError } from './redemption.ts';
import { previewTerm, type TermPreview } from './terms.ts';

/** A plan for one of an account's listings, or for its next premium listing. */
export interface Order {
  accountId: number;
  plan: PaidPlanId;
  /** The listing; null for a credit. */
  listingId: number | null;
  couponId: number | null;
}

/**
 * What paying for a plan would buy. It writes nothing, here or at the provider.
 * See docs/decisions/0030-checkout.md.
 * @param order.code of a coupon
 * @param order.address the client's, as rate limits count it
 * @throws {NotFound} {Conflict} {Invalid} {TooManyRequests} as `assertListingPayable`, `findCouponId` and `quoteOrder` do
 * @throws {Unavailable} 'Card payments are not set up yet.'
 */
export async function previewOrder(
  { db, cards, ...rules }: Pick<PaymentDeps, 'db' | 'cards'> & LicenseRules,
  { code, address, ...own }: Omit<Order, 'couponId'> & { listingId: number; code?: string; address: string },
): Promise<OrderPreview> {
  if (cards.checkout === 'closed') throw paymentsClosed();
  const { id, title, status } = await assertListingPayable(db, rules, own);
  const paid = await findListingPayments(db, cards.mode, own);
  const { accountId } = own;
  const couponId = code === undefined ? null : await findCouponId(db, { accountId, address, code });
  const quote = await quoteOrder(db, cards.mode, { ...own, couponId });
  const { level } = PLANS[own.plan];
  const term = await previewTerm(db, id, { level, months: quote.months, mode: cards.mode });
  return {
    plan: own.plan,
    ...toBreakdown(quote),
    listing: { id, title },
    timesPaid: paid.length,
    term: status === 'waiting' ? null : toTerm(term, status === 'draft'),
  };
}

const toTerm = ({ starts_at, ends_at, paid_until, ...converted }: TermPreview, publishes: boolean) => ({
  startsAt: starts_at.toISOString(),
  endsAt: ends_at.toISOString(),
  paidUntil: paid_until.toISOString(),
  converted:
    converted.premium_days === 0 ? null : { days: converted.enhanced_days, premiumDays: converted.premium_days },
  publishes,
});

/** Whether a payment is for an order at a quoted price. For queries of payments. */
export const isSameOrder = (
  { plan, listingId, couponId }: Pick<Order, 'plan' | 'listingId' | 'couponId'>,
  { amountCents, tax }: Pick<Quote, 'amountCents' | 'tax'>,
) =>
  sql<boolean>`(plan = ${plan} and listing_id is not distinct from ${listingId} and amount_cents = ${amountCents}
    and tax_cents = ${tax?.cents ?? 0} and (select coupon_id from coupon_uses where payment_id = payments.id)
      is not distinct from ${couponId})`;

/** The payments for a listing by its owner, the newest first. */
export const findListingPayments = (
  db: Kysely<DB>,
  mode: PaymentMode,
  { accountId, listingId }: Pick<Order, 'accountId'> & { listingId: number },
) =>
  db
    .selectFrom('payments')
    .select(['id', 'reference', 'intent_id', 'amount_cents'])
    .where('account_id', '=', accountId)
    .where('mode', '=', mode)
    .where('listing_id', '=', listingId)
    .where('status', '=', 'paid')
    // A gift has no intent that could be returned.
    .where('is_gift', '=', false)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

const LEVEL_RANK = { free: 0, enhanced: 1, premium: 2 };

/**
 * Checks that a listing belongs to the account, can be paid for, and has no higher level.
 * @throws {NotFound} for a listing of another account
 * @throws {Conflict} {Invalid} when it cannot be paid for
 */
export async function assertListingPayable(
  db: Kysely<DB>,
  rules: LicenseRules,
  { accountId, plan, listingId }: Omit<Order, 'couponId'> & { listingId: number },
) {
  const own = await requireListing(db, { accountId, id: listingId }, 'own');
  const listing = await db
    .selectFrom('listings')
    .selectAll()
    .select(sql<boolean>`coalesce(paid_until > now(), false)`.as('is_running'))
    .where('id', '=', own.id)
    .where('owner_id', '=', own.ownerId)
    .executeTakeFirst();
  if (!listing) throw listingNotFound();
  const refusal = findPayabilityError(rules, listing);
  if (refusal) throw refusal;
  if (listing.is_running && LEVEL_RANK[listing.level] > LEVEL_RANK[PLANS[plan].level]) {
    throw new Conflict(t('This listing is already Premium. Choose a Premium plan to extend it.'));
  }
  return listing;
}
