import { t } from '#contract/i18n/t.ts';
import type { PaymentResult } from '#contract/payments.ts';
import { THEN_FREE } from '#contract/plans.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LongDate } from '#web/ui/time.tsx';
import { PaymentReceipt } from '../history/payment-receipt.tsx';

/** Tells that the paid listing is live, with its receipt and links to its page and analytics. */
export function NextSteps({ listing, paymentId }: { listing: PaymentResult['ad']; paymentId: number }) {
  return (
    <Card as="section" aria-labelledby="next-steps" className="grid gap-5 p-5 sm:p-8">
      <h2 id="next-steps" className="text-xl">
        {t('Next Steps')}
      </h2>
      <ul className="checked grid gap-3">
        <li>
          <span>
            <strong className="font-semibold">{t('Listing activated.')}</strong>{' '}
            {listing && (
              <>
                <a href={`/ads/${listing.id}`} className="link">
                  <bdi className="typed">{listing.title}</bdi>
                </a>{' '}
                is live
                {listing.paidUntil && (
                  <>
                    : paid until <LongDate at={listing.paidUntil} />
                    {listing.expiresAt && `, ${THEN_FREE}`}
                  </>
                )}
                .
              </>
            )}
          </span>
        </li>
        <li>
          <span>
            <strong className="font-semibold">{t('Confirmation email sent.')}</strong> It includes your receipt.
          </span>
        </li>
        <li>
          <span>
            <strong className="font-semibold">{t('Analytics dashboard access.')}</strong>{' '}
            {listing && (
              <a href={`/ads/${listing.id}/analytics`} className="link">
                {t('Your analytics')}
              </a>
            )}{' '}
            show views, clicks and calls by day, and where visitors came from.
          </span>
        </li>
      </ul>
      <PaymentReceipt paymentId={paymentId} />
      <div className="flex flex-wrap gap-3">
        <a href="/account" className={buttonClass()}>
          {t('Go to Dashboard')}
        </a>
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          {t('Return to Homepage')}
        </a>
      </div>
    </Card>
  );
}
