import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { AutoRenewal } from '#contract/plans/auto-renewal.ts';
import { MAX_ORDERED_LISTINGS } from '#contract/plans/payment-intent-request.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { AUTO_RENEWALS_PATH } from '#web/base/session/own-listing-queries.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { findDueListings } from './due-listings.ts';

/**
 * Links that renew the listings whose paid time ends soon or has ended: all of a level in one payment, because a payment has one plan. One listing
 * alone has its link in its row, and what renews automatically needs none.
 */
export function RenewLinks({ listings }: { listings: OwnerListing[] }) {
  const [now] = useState(Date.now);
  const closed = usePaymentsClosed();
  const due = findDueListings(listings, now);
  const isAny = !closed && due.some(({ listings }) => listings.length > 1);
  const { data } = useQuery<{ items: AutoRenewal[] }, ApiError>({ queryKey: [AUTO_RENEWALS_PATH], enabled: isAny });
  if (!isAny || !data) return null;
  const renewing = new Set(data.items.map(({ listing }) => listing.id));
  const groups = due
    .map((group) => ({
      ...group,
      listings: group.listings.filter(({ id }) => !renewing.has(id)).slice(0, MAX_ORDERED_LISTINGS),
    }))
    .filter(({ listings }) => listings.length > 1);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="renew-together" className="mb-4 rounded-card border bg-card p-4">
      <h3 id="renew-together" className="font-semibold">
        {t('Paid time that ends soon or has ended')}
      </h3>
      <p className="mt-1 text-muted text-sm">
        {t('Renew these listings with one payment and one receipt. No day that is left is lost.')}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        {groups.map(({ level, plan, listings }) => (
          <a key={level} href={checkoutPath({ plan, listing: null, listings })} className={buttonClass()}>
            <Icon name="rotate-cw" />
            {t('{count, plural, one {Renew # {level} listing} other {Renew # {level} listings}}', {
              count: listings.length,
              level: LEVEL_NAMES[level],
            })}
          </a>
        ))}
      </p>
    </section>
  );
}
