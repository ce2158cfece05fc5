import type { Visitor } from './api.ts';

/** Stripe's test cards (https://docs.stripe.com/testing). */
export const TEST_CARDS = {
  success: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  authenticationRequired: '4000002500003155',
} as const;

/** The card details as typed in the form. */
export const toCardDetails = (number: string) => ({
  number,
  expMonth: 12,
  expYear: new Date().getUTCFullYear() + 3,
  cvc: '123',
});

/** Creates a payment intent. */
export async function createPaymentIntent(visitor: Visitor, request: object) {
  const { status, body } = await visitor.post('/api/create-payment-intent', request);
  if (status !== 201) throw new Error(`No intent: ${status} ${JSON.stringify(body)}`);
  return body as { clientSecret: string; intentId: string; listing: { id: number } | null };
}

/** Pays an intent by card, as the checkout page does. */
export function confirmPaymentIntent(
  visitor: Visitor,
  intent: { intentId: string; clientSecret: string },
  number: string = TEST_CARDS.success,
) {
  const path = `/simulated-stripe/payment_intents/${intent.intentId}/confirm`;
  return visitor.post(path, { clientSecret: intent.clientSecret, card: toCardDetails(number) });
}

/** The id of the payment of an intent. */
export const findPaymentId = async (visitor: Visitor, intentId: string): Promise<number> =>
  (await visitor.get(`/api/user/payment-intents/${intentId}`)).body.paymentId;

/** Posts the form stored in the browser after a payment, as `/payment-success` does. */
export function returnFromPayment(visitor: Visitor, intentId: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ paymentIntent: intentId, isPremium: 'true', ...fields })) {
    form.append(name, value);
  }
  return visitor.post('/api/ads', form);
}
