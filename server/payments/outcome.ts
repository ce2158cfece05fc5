import type { PaymentResult } from '#contract/payments.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { Settlement } from './settlement.ts';

/** The outcome of a payment, with a message for the payer. */
export async function getOutcome({ db }: PaymentDeps, { payment, state }: Settlement): Promise<PaymentResult> {
  const listing = await findListing();
  const toOutcome = (outcome: PaymentResult['outcome'], message: string): PaymentResult => ({
    outcome,
    message,
    ad: outcome === 'listed' ? listing : null,
    paymentId: payment.id,
  });
  switch (payment.status) {
    case 'paid':
      if (payment.returned_at !== null) return toOutcome('canceled', 'This payment was given back.');
      if (payment.redeemed_at !== null) return toOutcome('listed', `Your ${payment.level} listing is live.`);
      return toOutcome(
        'credit',
        'Your ad information was not found. Please try submitting your ad again. ' +
          'Your payment is kept as a credit, and your next premium listing uses it.',
      );
    case 'refused':
      return toOutcome('refused', 'This payment did not fit what was ordered. The money goes back to your card.');
    case 'canceled':
      return toOutcome('canceled', 'This payment was called off. Nothing was charged.');
    case 'open':
      return state.status === 'processing'
        ? toOutcome('processing', 'Your bank is still working on this payment.')
        : toOutcome('open', 'This payment has not been made.');
  }

  async function findListing(): Promise<PaymentResult['ad']> {
    if (payment.listing_id === null) return null;
    const listing = await db
      .selectFrom('listings')
      .select(['id', 'title'])
      .where('id', '=', payment.listing_id)
      .executeTakeFirst();
    return listing ?? null;
  }
}
