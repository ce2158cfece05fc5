import clsx from 'clsx';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { endsSoon, expiryText, getDisplayStatus, STATUS_BADGES } from './status.ts';

/** A listing's status and its end, in words. */
export function ListingStatus({ ad, now = Date.now() }: { ad: OwnerListing; now?: number }) {
  const { word, icon, tone } = STATUS_BADGES[getDisplayStatus(ad)];
  const soon = endsSoon(ad, now);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 as-table:block">
      <Badge tone={tone}>
        <Icon name={icon} />
        {word}
      </Badge>
      <p className={clsx('text-sm as-table:mt-1', soon ? 'font-semibold text-poppy-text' : 'text-muted')}>
        {expiryText(ad, now)}
      </p>
    </div>
  );
}
