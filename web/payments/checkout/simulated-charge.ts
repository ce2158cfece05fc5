import type { Intent } from '#contract/payments.ts';
import { ask } from '#web/app/api.ts';
import type { Charged } from './use-paying.ts';

/** A card as it was typed: the year with four digits. */
export interface Card {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/**
 * Charges a card on a site where payments are simulated, as Stripe's own script does where they are not.
 * @param askHolder asks whoever holds the card to agree, where the bank wants that
 * @throws {ApiError} with status 0 when the site was not reached
 */
export async function chargeSimulated(order: Intent, card: Card, askHolder: () => Promise<boolean>): Promise<Charged> {
  const answer = await tell(order, 'confirm', { card });
  if (answer.status !== 'requires_action') return chargedBy(answer);
  return chargedBy(await tell(order, 'authenticate', { agreed: await askHolder() }));
}

/** An intent or an error in Stripe's shape, or why our own server refused. */
interface Answer {
  status?: string;
  error?: { message?: string; payment_intent?: { status?: string } };
  message?: string;
}

async function tell({ intentId, clientSecret }: Intent, act: string, details: object): Promise<Answer> {
  const response = await ask(`/simulated-stripe/payment_intents/${intentId}/${act}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret, ...details }),
  });
  return response.json().catch(() => ({}));
}

/** What was paid before, in another tab or by a click whose answer was lost, is paid. */
function chargedBy({ status, error, message }: Answer): Charged {
  const isPaid = status === 'succeeded' || error?.payment_intent?.status === 'succeeded';
  return isPaid ? { isRefused: false } : { isRefused: true, message: error?.message ?? message };
}
