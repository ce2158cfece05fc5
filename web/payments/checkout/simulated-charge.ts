import type { PaymentIntentResponse } from '#contract/payments.ts';
import { fetchApi } from '#web/app/api.ts';
import type { ChargeResult } from './use-pay.ts';

/** A card as it was typed: the year with four digits. */
export interface SimulatedCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/**
 * Charges a card on a site where payments are simulated, as Stripe's own script does where they are not.
 * @param authenticate asks whoever holds the card to agree, where the bank wants that
 * @throws {ApiError} with status 0 when the site was not reached
 */
export async function chargeSimulated(
  order: PaymentIntentResponse,
  card: SimulatedCard,
  authenticate: () => Promise<boolean>,
): Promise<ChargeResult> {
  const response = await postIntentAction(order, 'confirm', { card });
  if (response.status !== 'requires_action') return toChargeResult(response);
  return toChargeResult(await postIntentAction(order, 'authenticate', { agreed: await authenticate() }));
}

/** An intent or an error in Stripe's shape, or why our own server refused. */
interface IntentResponse {
  status?: string;
  error?: { message?: string; payment_intent?: { status?: string } };
  message?: string;
}

async function postIntentAction(
  { intentId, clientSecret }: PaymentIntentResponse,
  action: string,
  details: object,
): Promise<IntentResponse> {
  const response = await fetchApi(`/simulated-stripe/payment_intents/${intentId}/${action}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret, ...details }),
  });
  return response.json().catch(() => ({}));
}

/** What was paid before, in another tab or by a click whose answer was lost, is paid. */
function toChargeResult({ status, error, message }: IntentResponse): ChargeResult {
  const isPaid = status === 'succeeded' || error?.payment_intent?.status === 'succeeded';
  return isPaid ? { isDeclined: false } : { isDeclined: true, message: error?.message ?? message };
}
