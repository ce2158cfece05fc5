import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { PaymentResult } from '#contract/payments.ts';
import { THEN_FREE } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { PaymentReceipt } from '#web/payments/history/payment-receipt.tsx';
import { ListingSpot } from './listing-spot.tsx';

/** Asks for the pin where it is not set yet, and tells that the paid listing is live, with its receipt and links to its page and analytics. */
export function NextSteps({ listing, paymentId }: { listing: PaymentResult['ad']; paymentId: number }) {
  return (
    <>
      {listing && <ListingSpot listingId={listing.id} />}
      <Card as="section" aria-labelledby="next-steps" className="grid gap-5 p-5 sm:p-8">
        <h2 id="next-steps" className="text-xl">
          {t('Next Steps')}
        </h2>
        <ul className="checked grid gap-3">
          <li>
            <span>
              <strong className="font-semibold">{t('Listing activated.')}</strong>{' '}
              {listing && <LiveUntil listing={listing} />}
            </span>
          </li>
          <li>
            <span>
              <strong className="font-semibold">{t('Confirmation email sent.')}</strong>{' '}
              {t('It includes your receipt.')}
            </span>
          </li>
          <li>
            <span>
              <strong className="font-semibold">{t('Analytics dashboard access.')}</strong>{' '}
              {rich('<link>Your analytics</link> show views, clicks and calls by day, and where visitors came from.', {
                link: (text) =>
                  listing ? (
                    <a href={`/ads/${listing.id}/analytics`} className="link">
                      {text}
                    </a>
                  ) : (
                    text
                  ),
              })}
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
    </>
  );
}

function LiveUntil({ listing: { id, title, paidUntil, expiresAt } }: { listing: NonNullable<PaymentResult['ad']> }) {
  const link = (text: ReactNode) => (
    <a href={`/ads/${id}`} className="link">
      <bdi className="typed">{text}</bdi>
    </a>
  );
  if (!paidUntil) return rich('<link>{title}</link> is live.', { link, title });
  const day = <LongDate at={paidUntil} />;
  if (!expiresAt) return rich('<link>{title}</link> is live: paid until {day}.', { link, title, day });
  return rich('<link>{title}</link> is live: paid until {day}, {next}.', { link, title, day, next: THEN_FREE });
}
