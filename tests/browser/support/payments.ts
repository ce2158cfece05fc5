import type { Page } from '@playwright/test';
import type { Payment } from '#contract/payments.ts';
import type { PaidPlanId } from '#contract/plans/plans.ts';
import { post } from './accounts.ts';
import { getJson } from './fixtures.ts';

/** Pays for a plan of the signed-in account by the API, as the checkout page does. */
export async function payForPlan(
  page: Pick<Page, 'request'>,
  order: { plan: PaidPlanId; listingId?: number },
): Promise<Payment> {
  const { intentId, clientSecret } = await post<{ intentId: string; clientSecret: string }>(
    page,
    '/api/create-payment-intent',
    order,
  );
  const card = { number: '4242424242424242', expMonth: 12, expYear: new Date().getUTCFullYear() + 3, cvc: '123' };
  await post(page, `/simulated-stripe/payment_intents/${intentId}/confirm`, { clientSecret, card });
  const { paymentId } = await getJson<{ paymentId: number }>(page, `/api/user/payment-intents/${intentId}`);
  return getJson<Payment>(page, `/api/user/payments/${paymentId}`);
}
