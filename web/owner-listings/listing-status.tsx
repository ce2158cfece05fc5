import clsx from 'clsx';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { endsSoon, expiryText, getDisplayStatus, STATUS_BADGES } from './status.ts';

/** A listing's status and when it ends. */
export function ListingStatus({ listing, now = Date.now() }: { listing: OwnerListing; now?: number }) {
  const { label, icon, tone } = STATUS_BADGES[getDisplayStatus(listing)];
  const soon = endsSoon(listing, now);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 as-table:block">
      <Badge tone={tone}>
        <Icon name={icon} />
        {label}
      </Badge>
      <p className={clsx('text-sm as-table:mt-1', soon ? 'font-semibold text-poppy-text' : 'text-muted')}>
        {expiryText(listing, now)}
      </p>
    </div>
  );
}
