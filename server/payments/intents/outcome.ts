import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import type { PaymentResult } from '#contract/payments.ts';
import { isRenewing } from '#server/payments/auto-renewals/auto-renewals.ts';
import { findListings } from '#server/payments/parts/parts.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Settlement } from '#server/payments/settlement.ts';

/** The outcome of a payment, with a message for the payer. */
export async function getOutcome({ db }: PaymentDeps, { payment, state }: Settlement): Promise<PaymentResult> {
  const listing = await findListing();
  const paidFor = (await findListings(db, payment)).filter((id) => id !== null);
  const renews = await isRenewing(db, paidFor, payment.mode);
  const toOutcome = (outcome: PaymentResult['outcome'], message: string): PaymentResult => ({
    outcome,
    message,
    ad: listing && (outcome === 'listed' || outcome === 'waiting') ? listing.ad : null,
    paymentId: payment.id,
    quantity: payment.quantity,
    renews,
  });
  switch (payment.status) {
    case 'paid':
      if (payment.returned_at !== null) return toOutcome('canceled', t('This payment was refunded.'));
      if (payment.quantity > 1) return toOutcome('listed', t('Your payment went through.'));
      if (payment.redeemed_at !== null)
        return toOutcome(
          'listed',
          t('Your {level, select, enhanced {enhanced} other {premium}} listing is live.', { level: payment.level }),
        );
      if (listing?.isWaiting) return toOutcome('waiting', translateDefined(WAITING_MESSAGE));
      return toOutcome(
        'credit',
        t(
          'Your ad information was not found. Please try submitting your ad again. ' +
            'We saved your payment as a credit for your next premium listing.',
        ),
      );
    case 'refused':
      return toOutcome('refused', t('This payment didn’t match the order. We’re refunding your card.'));
    case 'canceled':
      return toOutcome('canceled', t('This payment was canceled. You weren’t charged.'));
    case 'open':
      return state.status === 'processing'
        ? toOutcome('processing', t('Your bank is still processing this payment.'))
        : toOutcome('open', t('This payment hasn’t been completed.'));
  }

  async function findListing(): Promise<{ ad: PaymentResult['ad']; isWaiting: boolean } | null> {
    if (payment.listing_id === null) return null;
    const listing = await db
      .selectFrom('listings')
      .select(['id', 'title', 'status', 'paid_until', 'expires_at'])
      .where('id', '=', payment.listing_id)
      .executeTakeFirst();
    if (!listing) return null;
    const { id, title, status, paid_until, expires_at } = listing;
    const ends = { paidUntil: paid_until?.toISOString() ?? null, expiresAt: expires_at?.toISOString() ?? null };
    return { ad: { id, title, ...ends }, isWaiting: status === 'waiting' };
  }
}
