import type { PaymentIntentResponse } from '#contract/payments.ts';

/** The plan and value of a payment, and the code of its coupon, as fields of purchase events. */
export const toPurchaseEvent = ({
  plan,
  amountCents,
  discount,
}: Pick<PaymentIntentResponse, 'plan' | 'amountCents'> & { discount?: { code: string } | null }) => ({
  plan,
  value: amountCents / 100,
  currency: 'USD',
  ...(discount && { coupon: discount.code }),
});
