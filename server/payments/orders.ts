import { type Kysely, type Selectable, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { OrderPreview } from '#contract/payments.ts';
import { type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import type { LicenseRules } from '#server/licenses/required-license.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { offerRenewal } from '#server/payments/auto-renewals/auto-renewals.ts';
import { agreedCentsOfPayment } from '#server/payments/auto-renewals/consents.ts';
import { findCouponId } from '#server/payments/coupons/redeem-code.ts';
import { type Quote, quoteOrder, toBreakdown } from '#server/payments/plans/quotes.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict, type HttpError, NotFound } from '#server/platform/http/errors.ts';
import { paymentsClosed } from '#server/platform/stripe/closed.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findPayabilityError } from './redemption.ts';
import { previewTerm, type TermPreview } from './terms.ts';

/** A plan for listings of an account, or for its next premium listing. */
export interface Order {
  accountId: number;
  plan: PaidPlanId;
  /** The listings, in the order of their ids; none for a credit. */
  listingIds: number[];
  couponId: number | null;
  /** What each later charge costs, if the buyer agreed that the plan of the listing renews automatically. */
  renewalCents?: number;
}

/** How many plans an order buys. */
export const toQuantity = ({ listingIds }: Pick<Order, 'listingIds'>) => Math.max(1, listingIds.length);

/** A plan for one listing. */
export type ListingOrder = Pick<Order, 'accountId' | 'plan'> & { listingId: number };

/**
 * What paying for a plan would buy. It writes nothing, here or at the provider.
 * See docs/decisions/0030-checkout.md.
 * @param order.code of a coupon
 * @param order.address the client's, as rate limits count it
 * @throws {NotFound} {Conflict} {Invalid} {TooManyRequests} as `assertListingsPayable`, `findCouponId` and `quoteOrder` do
 * @throws {Unavailable} 'Card payments are not set up yet.'
 */
export async function previewOrder(
  { db, cards, ...rules }: Pick<PaymentDeps, 'db' | 'cards'> & LicenseRules,
  { code, address, ...own }: ListingOrder & { code?: string; address: string },
): Promise<OrderPreview> {
  if (cards.checkout === 'closed') throw paymentsClosed();
  const [listing] = await assertListingsPayable(db, rules, { ...own, listingIds: [own.listingId] });
  const { id, title, status } = listing as Selectable<Listings>;
  const paid = await findListingPayments(db, cards.mode, { accountId: own.accountId, listingIds: [own.listingId] });
  const { accountId } = own;
  const couponId = code === undefined ? null : await findCouponId(db, { accountId, address, code });
  const quote = await quoteOrder(db, cards.mode, { ...own, couponId, quantity: 1 });
  const { level } = PLANS[own.plan];
  const term = await previewTerm(db, id, { level, months: quote.months, mode: cards.mode });
  return {
    plan: own.plan,
    ...toBreakdown(quote),
    listing: { id, title },
    timesPaid: paid.length,
    renewal: status === 'waiting' ? null : await offerRenewal(db, quote, { listingId: id, mode: cards.mode, level }),
    term: status === 'waiting' ? null : toTerm(term, status === 'draft'),
  };
}

export const toTerm = ({ starts_at, ends_at, paid_until, ...converted }: TermPreview, publishes: boolean) => ({
  startsAt: starts_at.toISOString(),
  endsAt: ends_at.toISOString(),
  paidUntil: paid_until.toISOString(),
  converted:
    converted.premium_days === 0 ? null : { days: converted.enhanced_days, premiumDays: converted.premium_days },
  publishes,
});

/** Whether a payment is for an order at a quoted price. For queries of payments. */
export const isSameOrder = (
  { plan, listingIds, couponId, renewalCents }: Pick<Order, 'plan' | 'listingIds' | 'couponId' | 'renewalCents'>,
  { amountCents, tax }: Pick<Quote, 'amountCents' | 'tax'>,
) =>
  sql<boolean>`(plan = ${plan} and ${listingsOfPayment} = ${listingIds}::bigint[] and amount_cents = ${amountCents}
    and tax_cents = ${tax?.cents ?? 0} and (select coupon_id from coupon_uses where payment_id = payments.id)
      is not distinct from ${couponId} and ${agreedCentsOfPayment} is not distinct from ${renewalCents ?? null})`;

/** The listings of a row of `payments`, in the order of their ids. */
export const listingsOfPayment = sql`(case when quantity = 1 then array_remove(array[listing_id], null)
  else array(select part.listing_id from payments part where part.part_of = payments.id order by 1) end)`;

/** Whether a row of `payments` is for any of the listings. */
export const isForAny = (listingIds: number[]) =>
  sql<boolean>`(listing_id = any(${listingIds}::bigint[]) or (quantity > 1 and exists (
    select from payments part where part.part_of = payments.id and part.listing_id = any(${listingIds}::bigint[]))))`;

/** The payments for any of the listings by their owner, the newest first. */
export const findListingPayments = (
  db: Kysely<DB>,
  mode: PaymentMode,
  { accountId, listingIds }: Pick<Order, 'accountId' | 'listingIds'>,
) =>
  db
    .selectFrom('payments')
    .select(['id', 'reference', 'intent_id', 'amount_cents', sql<number[]>`${listingsOfPayment}`.as('listings')])
    .where('account_id', '=', accountId)
    .where('mode', '=', mode)
    .where(isForAny(listingIds))
    .where('part_of', 'is', null)
    .where('status', '=', 'paid')
    // A gift has no intent that could be returned.
    .where('is_gift', '=', false)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

const LEVEL_RANK = { free: 0, enhanced: 1, premium: 2 };

/**
 * Checks that listings belong to the account, can be paid for, and have no higher level.
 * @throws {NotFound} for a listing of another account
 * @throws {Conflict} {Invalid} when one cannot be paid for: of several, {Conflict} with those that cannot
 */
export async function assertListingsPayable(
  db: Kysely<DB>,
  rules: LicenseRules,
  order: Pick<Order, 'accountId' | 'plan' | 'listingIds'>,
): Promise<Selectable<Listings>[]> {
  const listings = await checkListings(db, rules, order);
  const refusal = toRefusal(listings);
  if (refusal) throw refusal;
  return listings.map(({ listing }) => listing);
}

/** Why the listings of an order cannot all be paid for: of several it names those. Null when they can. */
export function toRefusal(listings: CheckedListing[]): HttpError | null {
  if (listings.length === 1) return listings[0]?.refusal ?? null;
  const reasons = listings.flatMap(({ listing: { title }, refusal }) =>
    refusal ? t('“{title}”: {reason}', { title, reason: refusal.message }) : [],
  );
  return reasons.length === 0 ? null : new Conflict(reasons.join(' '));
}

interface CheckedListing {
  listing: Selectable<Listings>;
  refusal: HttpError | null;
}

/**
 * Listings of the account in the order of their ids, each with the reason why it cannot be paid for, if there is one.
 * @throws {NotFound} for a listing of another account
 */
export async function checkListings(
  db: Kysely<DB>,
  rules: LicenseRules,
  { accountId, plan, listingIds }: Pick<Order, 'accountId' | 'plan' | 'listingIds'>,
): Promise<CheckedListing[]> {
  if (listingIds.length === 0) return [];
  const rows = await db
    .selectFrom('listings')
    .selectAll()
    .select(sql<boolean>`coalesce(paid_until > now(), false)`.as('is_running'))
    .where('id', 'in', listingIds)
    .where('owner_id', '=', accountId)
    .orderBy('id')
    .execute();
  const missing = [...new Set(listingIds)].filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0 && listingIds.length > 1)
    throw new NotFound(
      t(
        '{count, plural, one {This number is no listing} other {These numbers are no listings}} of your account: {ids}.',
        {
          count: missing.length,
          ids: missing.join(', '),
        },
      ),
    );
  if (missing.length > 0) throw listingNotFound();
  return rows.map(({ is_running, ...listing }) => {
    const isLower = is_running && LEVEL_RANK[listing.level] > LEVEL_RANK[PLANS[plan].level];
    const lower = () => new Conflict(t('This listing is already Premium. Choose a Premium plan to extend it.'));
    return { listing, refusal: findPayabilityError(rules, listing) ?? (isLower ? lower() : null) };
  });
}
