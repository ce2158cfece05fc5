import { fetchApi } from '#web/base/api/api.ts';
import type { ChargeResult, IntentKeys } from './use-pay.ts';

/** A card; the year has four digits. */
export interface SimulatedCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
  name: string;
}

/**
 * Charges a card on a site with simulated payments. It replaces `stripe.confirmPayment`.
 * @param authenticate asks the cardholder to confirm, when the bank requires it
 * @throws {ApiError} with status 0 when the site was not reached
 */
export async function chargeSimulated(
  intent: IntentKeys,
  card: SimulatedCard,
  authenticate: () => Promise<boolean>,
): Promise<ChargeResult> {
  const response = await postIntentAction(intent, 'confirm', { card });
  if (response.status !== 'requires_action') return toChargeResult(response);
  return toChargeResult(await postIntentAction(intent, 'authenticate', { agreed: await authenticate() }));
}

/** An intent or error in Stripe's format, or an error of our own API. */
interface IntentResponse {
  status?: string;
  error?: { message?: string; payment_intent?: { status?: string } };
  message?: string;
}

async function postIntentAction(
  { intentId, clientSecret }: IntentKeys,
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

/** An intent that already succeeded, in another tab or by a request whose response was lost, counts as paid. */
function toChargeResult({ status, error, message }: IntentResponse): ChargeResult {
  const isPaid = status === 'succeeded' || error?.payment_intent?.status === 'succeeded';
  return isPaid ? { isDeclined: false } : { isDeclined: true, message: error?.message ?? message };
}
