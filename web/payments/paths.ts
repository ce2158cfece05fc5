import type { Intent } from '#contract/checkout.ts';
import type { PaidPlanId } from '#contract/payments.ts';

/** The checkout of a plan, of a listing of one's own or of none; with a client secret, of what it was made for. */
export function checkoutPath({
  plan,
  listingId,
  clientSecret,
}: {
  plan: PaidPlanId;
  listingId?: number;
  clientSecret?: string;
}): string {
  const query = new URLSearchParams({ plan });
  if (listingId !== undefined) query.set('listing', String(listingId));
  if (clientSecret !== undefined) query.set('clientSecret', clientSecret);
  return `/checkout?${query}`;
}

/** Where paying leads to, as Stripe writes it when it is the one that leads there. */
export const outcomePath = ({ intentId, clientSecret }: Pick<Intent, 'intentId' | 'clientSecret'>): string =>
  `/payment-success?${new URLSearchParams({ payment_intent: intentId, payment_intent_client_secret: clientSecret })}`;
