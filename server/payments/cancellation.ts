import { sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { isTaken } from '#server/payments/coupons/taken-uses.ts';
import type { Quote } from '#server/payments/plans/quotes.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { isForAny, isSameOrder, type Order } from './orders.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { PaymentRow } from './redemption.ts';
import { paymentNotFound, settle } from './settlement.ts';

// Each lapsed intent costs a request to the provider.
const MAX_LAPSED = 5;

/**
 * Cancels an unpaid payment.
 * @throws {NotFound} for a payment of another account
 * @throws {Conflict} when it was paid meanwhile
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function cancelPayment(
  deps: PaymentDeps,
  { accountId, paymentId }: { accountId: number; paymentId: number },
) {
  const { db, cards } = deps;
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'intent_id', 'status'])
    .where('id', '=', paymentId)
    .where('account_id', '=', accountId)
    .where('mode', '=', cards.mode)
    .where('part_of', 'is', null)
    .executeTakeFirst();
  if (!payment) throw paymentNotFound();
  if (payment.status === 'canceled') return;
  if (payment.status !== 'open') throw new Conflict(t('This has already been paid.'));
  if ((await cancelOpenPayment(deps, payment)) !== 'canceled')
    throw new Conflict(t('This has already been paid, or your bank is still processing it.'));
}

/**
 * Cancels the open intents of the listings, and those with the same coupon, that are not this order at this price.
 * @throws {Conflict} when the bank is working on one
 */
export async function cancelOtherOrders(deps: PaymentDeps, order: Order, quote: Quote): Promise<void> {
  const { accountId, listingIds, couponId } = order;
  if (listingIds.length === 0 && couponId === null) return;
  const others = await deps.db
    .selectFrom('payments')
    .select(['id', 'intent_id'])
    .where('account_id', '=', accountId)
    .where('mode', '=', deps.cards.mode)
    .where(
      sql<boolean>`(${isForAny(listingIds)} or exists (
        select from coupon_uses u where u.payment_id = payments.id and u.coupon_id = ${couponId}))`,
    )
    .where(sql<boolean>`not ${isSameOrder(order, quote)}`)
    .where('status', '=', 'open')
    .where('intent_id', 'is not', null)
    .execute();
  for (const other of others) {
    if ((await cancelOpenPayment(deps, other)) === 'open')
      throw new Conflict(t('Your bank is still working on another payment for this listing.'));
  }
}

/**
 * Cancels open payments of others whose use of the coupon has lapsed, if the order needs one: they could otherwise be paid as well. One
 * that the bank works on stays, and keeps its use.
 */
export async function cancelLapsedOrders(deps: PaymentDeps, { accountId, couponId }: Order): Promise<void> {
  if (couponId === null) return;
  const isOthersUse = sql`u.coupon_id = ${couponId} and u.mode = ${deps.cards.mode} and u.released_at is null
    and u.account_id is distinct from ${accountId}`;
  const { rows: lapsed } = await sql<Pick<PaymentRow, 'id' | 'intent_id'>>`
    select p.id, p.intent_id from coupon_uses u join payments p on p.id = u.payment_id
    where ${isOthersUse} and not ${isTaken}
      and (select max_uses from coupons where id = ${couponId}) <= (select count(*) from coupon_uses u where ${isOthersUse})
    order by u.reserved_at nulls first limit ${MAX_LAPSED}`.execute(deps.db);
  for (const payment of lapsed) await cancelOpenPayment(deps, payment);
}

/** Cancels an open payment unless it was paid meanwhile, and returns its status. */
export async function cancelOpenPayment(
  deps: PaymentDeps,
  { id, intent_id }: Pick<PaymentRow, 'id' | 'intent_id'>,
): Promise<PaymentRow['status']> {
  try {
    if (intent_id !== null) {
      await deps.cards.cancelIntent(intent_id);
      return (await settle(deps, intent_id)).payment.status;
    }
  } catch (error) {
    // The intent belongs to another provider, such as the simulator that was used before.
    if (!(error instanceof NotFound)) throw error;
  }
  await markCanceled(deps, id);
  return 'canceled';
}

/** Records that an open payment can no longer be paid. */
export async function markCanceled({ db }: Pick<PaymentDeps, 'db'>, id: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}
