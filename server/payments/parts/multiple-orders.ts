import type { Selectable } from 'kysely';
import type { OrdersPreview } from '#contract/payments.ts';
import { PLANS } from '#contract/plans/plans.ts';
import { readAddress } from '#contract/values/address.ts';
import type { LicenseRules } from '#server/licenses/required-license.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { findRunningRenewals } from '#server/payments/auto-renewals/auto-renewals.ts';
import { findCouponId } from '#server/payments/coupons/redeem-code.ts';
import { checkListings, findListingPayments, type Order, toRefusal, toTerm } from '#server/payments/orders.ts';
import { splitCents } from '#server/payments/parts/parts.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { quoteOrder, toBreakdown } from '#server/payments/plans/quotes.ts';
import { previewTerms } from '#server/payments/terms.ts';
import type { Listings } from '#server/platform/db/schema.ts';
import { paymentsClosed } from '#server/platform/stripe/closed.ts';

/**
 * What paying for a plan of several listings would buy, as `previewOrder` says it for one. Those that cannot be paid for are not in it: they
 * are named, with the reason.
 * @throws {NotFound} when one is a listing of another account
 * @throws the reasons when none can be paid for
 */
export async function previewOrders(
  { db, cards, ...rules }: Pick<PaymentDeps, 'db' | 'cards'> & LicenseRules,
  { code, address, ...own }: Omit<Order, 'couponId'> & { code?: string; address: string },
): Promise<OrdersPreview> {
  if (cards.checkout === 'closed') throw paymentsClosed();
  const { accountId, plan } = own;
  const checked = await checkListings(db, rules, own);
  const payable = checked.flatMap(({ listing, refusal }) => (refusal ? [] : listing));
  if (payable.length === 0) throw toRefusal(checked) ?? listingNotFound();
  const listingIds = payable.map(({ id }) => id);
  const paid = await findListingPayments(db, cards.mode, { accountId, listingIds });
  const couponId = code === undefined ? null : await findCouponId(db, { accountId, address, code });
  const quote = await quoteOrder(db, cards.mode, { accountId, plan, couponId, quantity: payable.length });
  const shares = splitCents(quote.amountCents, payable.length);
  const { level } = PLANS[plan];
  const terms = await previewTerms(db, listingIds, { level, months: quote.months, mode: cards.mode });
  const renewals = await findRunningRenewals(db, { listingIds, mode: cards.mode, level });
  return {
    plan,
    ...toBreakdown(quote),
    listings: payable.map((listing, index) => {
      const term = terms.get(listing.id);
      return {
        id: listing.id,
        title: listing.title,
        amountCents: shares[index] as number,
        term: term && listing.status !== 'waiting' ? toTerm(term, listing.status === 'draft') : null,
        pin: getPin(listing),
        renews: renewals.get(listing.id)?.ends === false,
      };
    }),
    excluded: checked.flatMap(({ listing: { id, title }, refusal }) =>
      refusal ? { id, title, reason: refusal.message } : [],
    ),
    timesPaid: paid.length,
  };
}

/** What the map shows of a listing, as its `ListingSpot` says it. */
function getPin({ lat, lng, address }: Pick<Selectable<Listings>, 'lat' | 'lng' | 'address'>) {
  if (lat !== null && lng !== null) return 'set';
  return readAddress(address ?? '').street === null ? 'none' : 'unset';
}
