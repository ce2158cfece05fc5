import type { Outcome } from '#contract/payments.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { Settled } from './settlement.ts';

/** What came of a payment, in words for who paid. */
export async function outcomeOf({ db }: PaymentParts, { payment, state }: Settled): Promise<Outcome> {
  const ad = await titleOf();
  const said = (outcome: Outcome['outcome'], message: string): Outcome => ({
    outcome,
    message,
    ad: outcome === 'listed' ? ad : null,
    paymentId: payment.id,
  });
  switch (payment.status) {
    case 'paid':
      if (payment.returned_at !== null) return said('canceled', 'This payment was given back.');
      if (payment.redeemed_at !== null) return said('listed', `Your ${payment.level} listing is live.`);
      return said(
        'credit',
        'Your ad information was not found. Please try submitting your ad again. ' +
          'Your payment is kept as a credit, and your next premium listing uses it.',
      );
    case 'refused':
      return said('refused', 'This payment did not fit what was ordered. The money goes back to your card.');
    case 'canceled':
      return said('canceled', 'This payment was called off. Nothing was charged.');
    case 'open':
      return state.status === 'processing'
        ? said('processing', 'Your bank is still working on this payment.')
        : said('open', 'This payment has not been made.');
  }

  async function titleOf(): Promise<Outcome['ad']> {
    if (payment.listing_id === null) return null;
    const listing = await db
      .selectFrom('listings')
      .select(['id', 'title'])
      .where('id', '=', payment.listing_id)
      .executeTakeFirst();
    return listing ?? null;
  }
}
