import type { PaymentIntentResponse } from '#contract/payments.ts';

/** Where paying leads to, as Stripe writes it when it is the one that leads there. */
export const getPaymentSuccessPath = ({
  intentId,
  clientSecret,
}: Pick<PaymentIntentResponse, 'intentId' | 'clientSecret'>): string =>
  `/payment-success?${new URLSearchParams({ payment_intent: intentId, payment_intent_client_secret: clientSecret })}`;
