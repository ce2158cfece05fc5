import type { PaymentIntentResponse } from '#contract/payments.ts';

/** What a payment is for, as the events of paying name it. */
export const toPurchaseEvent = ({ plan, amountCents }: Pick<PaymentIntentResponse, 'plan' | 'amountCents'>) => ({
  plan,
  value: amountCents / 100,
  currency: 'USD',
});
