import type { PaymentIntentResponse } from '#contract/payments.ts';

/** The path of the page after paying, with the same query parameters that Stripe adds to its `return_url`. */
export const getPaymentSuccessPath = ({
  intentId,
  clientSecret,
}: Pick<PaymentIntentResponse, 'intentId' | 'clientSecret'>): string =>
  `/payment-success?${new URLSearchParams({ payment_intent: intentId, payment_intent_client_secret: clientSecret })}`;
