import type { PaymentIntentResponse } from '#contract/payments.ts';

/** The plan and value of a payment, as fields of purchase events. */
export const toPurchaseEvent = ({ plan, amountCents }: Pick<PaymentIntentResponse, 'plan' | 'amountCents'>) => ({
  plan,
  value: amountCents / 100,
  currency: 'USD',
});
