import type { Kysely } from 'kysely';
import type { OrdersPreview } from '#contract/payments.ts';
import { PLANS } from '#contract/plans/plans.ts';
import type { LicenseRules } from '#server/licenses/required-license.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { findCouponId } from '#server/payments/coupons/redeem-code.ts';
import { assertListingPayable, findListingPayments, type Order, toTerm } from '#server/payments/orders.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { quoteOrder, toBreakdown } from '#server/payments/plans/quotes.ts';
import { previewTerm } from '#server/payments/terms.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { HttpError, NotFound } from '#server/platform/http/errors.ts';
import { paymentsClosed } from '#server/platform/stripe/closed.ts';

type Excluded = OrdersPreview['excluded'][number];
type Payable = Awaited<ReturnType<typeof assertListingPayable>>;

/**
 * What paying for a plan of several listings would buy, as `previewOrder` says it for one. Those that cannot be paid for are not in it: they
 * are named, with the reason.
 * @throws {NotFound} when one is a listing of another account
 * @throws the first reason when none can be paid for
 */
export async function previewOrders(
  { db, cards, ...rules }: Pick<PaymentDeps, 'db' | 'cards'> & LicenseRules,
  { code, address, ...own }: Omit<Order, 'couponId'> & { code?: string; address: string },
): Promise<OrdersPreview> {
  if (cards.checkout === 'closed') throw paymentsClosed();
  const { accountId, plan } = own;
  const { payable, excluded } = await dividePayable(db, rules, own);
  const listingIds = payable.map(({ id }) => id);
  const paid = await findListingPayments(db, cards.mode, { accountId, listingIds });
  const couponId = code === undefined ? null : await findCouponId(db, { accountId, address, code });
  const quote = await quoteOrder(db, cards.mode, { accountId, plan, couponId, quantity: payable.length });
  const purchase = { level: PLANS[plan].level, months: quote.months, mode: cards.mode };
  const listings: OrdersPreview['listings'] = [];
  for (const { id, title, status } of payable) {
    const term = status === 'waiting' ? null : toTerm(await previewTerm(db, id, purchase), status === 'draft');
    listings.push({ id, title, term });
  }
  return { plan, ...toBreakdown(quote), listings, excluded, timesPaid: paid.length };
}

async function dividePayable(
  db: Kysely<DB>,
  rules: LicenseRules,
  { listingIds, ...own }: Omit<Order, 'couponId'>,
): Promise<{ payable: Payable[]; excluded: Excluded[] }> {
  const payable: Payable[] = [];
  const excluded: Excluded[] = [];
  let refusal: HttpError = listingNotFound();
  for (const listingId of listingIds) {
    try {
      payable.push(await assertListingPayable(db, rules, { ...own, listingId }));
    } catch (error) {
      if (!(error instanceof HttpError) || error instanceof NotFound) throw error;
      if (excluded.length === 0) refusal = error;
      const { id, title } = await findTitle(db, listingId);
      excluded.push({ id, title, reason: error.message });
    }
  }
  if (payable.length === 0) throw refusal;
  return { payable, excluded };
}

const findTitle = (db: Kysely<DB>, id: number) =>
  db.selectFrom('listings').select(['id', 'title']).where('id', '=', id).executeTakeFirstOrThrow();
