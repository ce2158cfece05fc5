import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { PaymentIntentRequest, PaymentIntentResponse } from '#contract/payments.ts';
import { type PaidPlanId, PLANS } from '#contract/plans.ts';
import type { DB } from '../db/schema.ts';
import { Conflict, Invalid, NotFound, Unavailable } from '../http/errors.ts';
import { consumeRateLimit } from '../http/rate-limit.ts';
import { getLanguage } from '../http/request-language.ts';
import { lockOwner } from '../listings/write/posting.ts';
import { saveDraft } from '../listings/write/drafts.ts';
import { paymentsClosed } from '../stripe/closed.ts';
import type { PaymentIntent } from '../stripe/payment-provider.ts';
import { cancelOtherOrders, markCanceled } from './cancellation.ts';
import { findCouponId, reserveCoupon } from './coupons/redeem-code.ts';
import { assertListingPayable, findListingPayments, isSameOrder, type Order } from './orders.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { listOffers } from './plans/offers.ts';
import { type Quote, quoteOrder } from './plans/quotes.ts';
import type { PaymentRow } from './redemption.ts';
import { settle } from './settlement.ts';

const INTENT_RATE_LIMIT = { limit: 30, windowSeconds: 60 * 60 };
const RETRY_AFTER_SECONDS = 30;

/**
 * Creates the intent to pay for a plan, at the price of the plan at this moment whatever the browser sent, without the discount of a
 * coupon, whose use it reserves. The payment belongs to the account and, if there is one, to the listing. An open intent for the same
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
  const listingId =
    'adData' in request
      ? await saveListingDraft(deps, accountId, request.adData, idempotencyKey)
      : toListingId(request);
  await consumeRateLimit(db, `intent:${accountId}`, INTENT_RATE_LIMIT);
  const { timesPaid, amountCents, code } = 'plan' in request ? request : {};
  const couponId = code === undefined ? null : await findCouponId(db, { accountId, address, code });
  const order = { accountId, plan, listingId, couponId, timesPaid, amountCents };
  await cancelOtherOrders(deps, order, await quoteOrder(db, cards.mode, order));
  const state = (await getOrCreateIntent(deps, order)) ?? (await getOrCreateIntent(deps, order));
  if (!state) throw new Conflict(t('This payment was just canceled. Please try again.'));
  return {
    clientSecret: state.clientSecret,
    intentId: state.id,
    plan,
    amountCents: state.amountCents,
    listing: await findListingTitle(db, listingId),
  };
}

/** The open intent of an order, created if there is none. Null if the stored one has been canceled. */
async function getOrCreateIntent(deps: PaymentDeps, order: QuotedOrder): Promise<PaymentIntent | null> {
  const { db, cards, log } = deps;
  const { listingId } = order;
  const payment = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, order.accountId);
    if (listingId !== null) await assertListingPayable(trx, { ...order, listingId });
    const quote = await quoteOrder(trx, cards.mode, order);
    const payment =
      (await findOpenPayment(trx, deps, order, quote)) ??
      // After the open ones, because a payment that is settled meanwhile moves from them to these.
      (await findUnknownPayment(trx, deps, order)) ??
      (await insertPayment(trx, deps, order, quote));
    // That of the page which shows the order now. What is paid keeps its own.
    await trx
      .updateTable('payments')
      .set({ language: getLanguage() })
      .where('id', '=', payment.id)
      .where('paid_at', 'is', null)
      .where('language', '<>', getLanguage())
      .execute();
    return payment;
  });
  try {
    return await (payment.intent_id === null
      ? createProviderIntent(deps, payment, order)
      : findReusableIntent(deps, payment.id, payment.intent_id, order));
  } catch (error) {
    if (error instanceof Conflict) throw error;
    log.error({ err: (error as Error).cause ?? error, payment: payment.id }, 'no intent was made');
    throw new Unavailable(t('Failed to create payment intent'), RETRY_AFTER_SECONDS);
  }
}

async function createProviderIntent(
  { db, cards }: PaymentDeps,
  { id, reference, amount_cents }: PaymentKeys,
  order: Order,
) {
  const state = await cards.createIntent({
    ...order,
    reference,
    paymentId: id,
    amountCents: amount_cents,
    currency: 'usd',
    description: PLANS[order.plan].name,
  });
  // A concurrent request writes the same value: the reference makes the creation idempotent.
  await db.updateTable('payments').set({ intent_id: state.id }).where('id', '=', id).execute();
  return state;
}

async function findReusableIntent(
  deps: PaymentDeps,
  id: number,
  intentId: string,
  { timesPaid }: QuotedOrder,
): Promise<PaymentIntent | null> {
  try {
    const { state, payment } = await settle(deps, intentId);
    if (payment.status === 'open' || (payment.status === 'paid' && timesPaid !== undefined)) return state;
    if (payment.status === 'canceled') return null;
    throw new Conflict(t('This has just been paid. Please check your account.'));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    // The intent belongs to another provider, such as the simulator that was used before.
    await markCanceled(deps, id);
    return null;
  }
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

const toListingId = (request: PaymentIntentRequest) => ('plan' in request ? (request.listingId ?? null) : null);

async function saveListingDraft(
  deps: PaymentDeps,
  ownerId: number,
  fields: Parameters<typeof saveDraft>[1]['fields'],
  idempotencyKey?: string,
) {
  const { ad } = await saveDraft(deps, { ownerId, fields, idempotencyKey });
  return ad.id;
}

/** An order, and what its buyer was shown: how often the listing was paid for, and the amount. */
type QuotedOrder = Order & { timesPaid?: number; amountCents?: number };

type PaymentKeys = Pick<PaymentRow, 'id' | 'reference' | 'intent_id' | 'amount_cents'>;

async function findOpenPayment(
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
async function findUnknownPayment(
  db: Kysely<DB>,
  { cards }: Pick<PaymentDeps, 'cards'>,
  { accountId, listingId, timesPaid }: QuotedOrder,
): Promise<PaymentKeys | undefined> {
  if (listingId === null || timesPaid === undefined) return undefined;
  const paid = await findListingPayments(db, cards.mode, { accountId, listingId });
  return paid.length > timesPaid ? paid[0] : undefined;
}

async function insertPayment(
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

async function findListingTitle(db: Kysely<DB>, listingId: number | null) {
  if (listingId === null) return null;
  const listing = await db
    .selectFrom('listings')
    .select(['id', 'title'])
    .where('id', '=', listingId)
    .executeTakeFirst();
  return listing ?? null;
}
