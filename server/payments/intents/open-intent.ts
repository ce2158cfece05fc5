import { t } from '#contract/i18n/t.ts';
import { PLANS } from '#contract/plans/plans.ts';
import { lockOwner } from '#server/listings/write/posting.ts';
import { ensureCustomer } from '#server/payments/auto-renewals/customers.ts';
import { markCanceled } from '#server/payments/cancellation.ts';
import { renewReservation } from '#server/payments/coupons/reservations.ts';
import { assertListingsPayable, type Order, toQuantity } from '#server/payments/orders.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { quoteOrder } from '#server/payments/plans/quotes.ts';
import { settle } from '#server/payments/settlement.ts';
import { Conflict, NotFound, Unavailable } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { PaymentIntent } from '#server/platform/stripe/payment-provider.ts';
import {
  findOpenPayment,
  findUnknownPayment,
  insertPayment,
  type PaymentKeys,
  type QuotedOrder,
} from './order-payments.ts';

const RETRY_AFTER_SECONDS = 30;

/** The open intent of an order, created if there is none. Null if the stored one has been canceled. */
export async function getOrCreateIntent(deps: PaymentDeps, order: QuotedOrder): Promise<PaymentIntent | null> {
  const { db, cards, log } = deps;
  const payment = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, order.accountId);
    await assertListingsPayable(trx, deps, order);
    const quote = await quoteOrder(trx, cards.mode, { ...order, quantity: toQuantity(order) });
    const payment =
      (await findOpenPayment(trx, deps, order, quote)) ??
      // After the open ones, because a payment that is settled meanwhile moves from them to these.
      (await findUnknownPayment(trx, deps, order)) ??
      (await insertPayment(trx, deps, order, quote));
    if (order.couponId !== null) await renewReservation(trx, payment.id);
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

async function createProviderIntent(deps: PaymentDeps, { id, reference, amount_cents }: PaymentKeys, order: Order) {
  const { db, cards } = deps;
  const savesCard = order.renewalCents !== undefined;
  const state = await cards.createIntent({
    ...order,
    listingId: order.listingIds.length === 1 ? (order.listingIds[0] ?? null) : null,
    customerId: savesCard ? await ensureCustomer(deps, order.accountId) : null,
    savesCard,
    reference,
    paymentId: id,
    amountCents: amount_cents,
    currency: 'usd',
    description: toQuantity(order) === 1 ? PLANS[order.plan].name : `${PLANS[order.plan].name} × ${toQuantity(order)}`,
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
