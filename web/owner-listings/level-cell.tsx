import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { Badge } from '#web/base/ui/badge.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { checkoutPath } from './checkout-path.ts';
import type { ListingRow } from './listing-cell.tsx';
import { LEVEL_NAMES } from './status.ts';

/** The level of a listing, with links to pay for more. */
export function LevelCell({ listing }: { listing: ListingRow }) {
  const closed = usePaymentsClosed();
  const { level } = listing;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 as-table:block">
      {level === 'free' ? (
        LEVEL_NAMES.free
      ) : (
        <Badge tone="accent">
          <Icon name="star" />
          {LEVEL_NAMES[level]}
        </Badge>
      )}
      {!closed && !listing.role && PAYABLE_STATUSES.includes(listing.status) && <PaymentLinks listing={listing} />}
    </div>
  );
}

/** Statuses with links to pay. A draft has its link in the column of actions. */
const PAYABLE_STATUSES: OwnerListing['status'][] = ['active', 'paused'];

function PaymentLinks({ listing }: { listing: OwnerListing }) {
  const extensionPlans = { free: null, enhanced: 'enhanced', premium: 'monthly' } as const;
  const plan = extensionPlans[listing.level];
  return (
    <p className="flex flex-wrap gap-x-3">
      {plan && (
        <PayLink href={checkoutPath({ plan, listing })} title={listing.title}>
          {t('Extend')}
        </PayLink>
      )}
      {listing.level !== 'premium' && (
        <PayLink href={checkoutPath({ plan: 'monthly', listing })} title={listing.title}>
          {t('Upgrade')}
        </PayLink>
      )}
    </p>
  );
}

function PayLink({ href, title, children }: { href: string; title: string; children: string }) {
  return (
    <a href={href} className="link inline-flex min-h-11 items-center font-semibold text-sm">
      {children}
      <span className="sr-only"> {title}</span>
    </a>
  );
}
