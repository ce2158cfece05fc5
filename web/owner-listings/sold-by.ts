import type { Intent } from '#contract/payments.ts';

/** What a payment is for, as the events of paying name it. */
export const soldBy = ({ plan, amountCents }: Pick<Intent, 'plan' | 'amountCents'>) => ({
  plan,
  value: amountCents / 100,
  currency: 'USD',
});
