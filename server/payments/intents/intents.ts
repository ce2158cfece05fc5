import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { PaymentIntentResponse } from '#contract/payments.ts';
import type { PaymentIntentRequest } from '#contract/plans/payment-intent-request.ts';
import type { PaidPlanId } from '#contract/plans/plans.ts';
import { saveDraft } from '#server/listings/write/drafts.ts';
import { cancelLapsedOrders, cancelOtherOrders } from '#server/payments/cancellation.ts';
import { findCouponId } from '#server/payments/coupons/redeem-code.ts';
import { toQuantity } from '#server/payments/orders.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { listOffers } from '#server/payments/plans/offers.ts';
import { quoteOrder } from '#server/payments/plans/quotes.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { paymentsClosed } from '#server/platform/stripe/closed.ts';
import { getOrCreateIntent } from './open-intent.ts';

const INTENT_RATE_LIMIT = { limit: 30, windowSeconds: 60 * 60 };

/**
 * Creates the intent to pay for a plan, for each of the listings, at the price of the plan at this moment whatever the browser sent, without
 * the discount of a coupon, whose use it reserves. The payment belongs to the account and, if there are any, to the listings. An open intent for the same
 * plan, price, coupon and listing is reused, and the others of the listing and with the coupon are canceled: only one can be paid. A
 * listing that was paid for more often than `timesPaid` yields the intent of the last payment.
 * @param address the client's, as rate limits count it
 * @throws {Invalid} for an amount that is not the price of exactly one plan, an unknown code, or an incomplete draft
 * @throws {NotFound} {Conflict} for a listing of another account, one that cannot be paid for, a plan that is not sold, a coupon that
 *   cannot be used, or a price that is not the shown one
 * @throws {TooManyRequests} after 30 in an hour, or too many unknown codes
 * @throws {Unavailable} 'Card payments are not set up yet.', or 'Failed to create payment intent' when the provider cannot be reached
 */
export async function createPaymentIntent(
  deps: PaymentDeps,
  {
    accountId,
    address,
    request,
    idempotencyKey,
  }: { accountId: number; address: string; request: PaymentIntentRequest; idempotencyKey?: string },
): Promise<PaymentIntentResponse> {
  const { db, cards } = deps;
  if (cards.checkout === 'closed') throw paymentsClosed();
  const plan = await toPlanId(db, request);
  const listingIds =
    'adData' in request
      ? [await saveListingDraft(deps, accountId, request.adData, idempotencyKey)]
      : toListingIds(request);
  await consumeRateLimit(db, `intent:${accountId}`, INTENT_RATE_LIMIT);
  const { timesPaid, amountCents, code, renewalCents } = 'plan' in request ? request : {};
  if (renewalCents !== undefined && listingIds.length !== 1) {
    const message = t('A plan renews automatically for one listing only.');
    throw new Invalid(message, [{ path: 'renewalCents', message }]);
  }
  const couponId = code === undefined ? null : await findCouponId(db, { accountId, address, code });
  const order = { accountId, plan, listingIds, couponId, timesPaid, amountCents, renewalCents };
  await cancelOtherOrders(deps, order, await quoteOrder(db, cards.mode, { ...order, quantity: toQuantity(order) }));
  await cancelLapsedOrders(deps, order);
  const state = (await getOrCreateIntent(deps, order)) ?? (await getOrCreateIntent(deps, order));
  if (!state) throw new Conflict(t('This payment was just canceled. Please try again.'));
  return {
    clientSecret: state.clientSecret,
    intentId: state.id,
    plan,
    amountCents: state.amountCents,
    listing: await findListingTitle(db, listingIds),
  };
}

/** The plan of a request. Older bodies send an amount, which only selects the plan with that price. */
async function toPlanId(db: Kysely<DB>, request: PaymentIntentRequest): Promise<PaidPlanId> {
  if ('plan' in request) return request.plan;
  if ('adData' in request) return 'monthly';
  const [plan, another] = (await listOffers(db)).filter(({ priceCents }) => priceCents === request.amount);
  if (!plan || another) {
    const message = plan ? t('This amount matches more than one plan.') : t('This amount doesn’t match any plan.');
    throw new Invalid(message, [{ path: 'amount', message }]);
  }
  return plan.id;
}

/** The listings of a request, each once. */
const toListingIds = (request: PaymentIntentRequest) =>
  'plan' in request
    ? [...new Set(request.listingIds ?? (request.listingId === undefined ? [] : [request.listingId]))].sort(
        (one, other) => one - other,
      )
    : [];

async function saveListingDraft(
  deps: PaymentDeps,
  ownerId: number,
  fields: Parameters<typeof saveDraft>[1]['fields'],
  idempotencyKey?: string,
) {
  const { ad } = await saveDraft(deps, { ownerId, fields, idempotencyKey });
  return ad.id;
}

async function findListingTitle(db: Kysely<DB>, [listingId, ...others]: number[]) {
  if (listingId === undefined || others.length > 0) return null;
  const listing = await db
    .selectFrom('listings')
    .select(['id', 'title'])
    .where('id', '=', listingId)
    .executeTakeFirst();
  return listing ?? null;
}
