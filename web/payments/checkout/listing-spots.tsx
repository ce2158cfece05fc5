import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { SpotOfListing, useListingSpot } from './listing-spot.tsx';
import type { Order } from './use-order.ts';

/** The listings of an order for several that have no exact pin, as `ListingSpot` says it for one: one map at a time. */
export function ListingSpots({ listings }: { listings: NonNullable<Order['listings']> }) {
  const [shownId, setShownId] = useState<number>();
  const [setIds, setSetIds] = useState<number[]>([]);
  const withoutPin = listings.filter(({ pin }) => pin === 'unset' || pin === 'none');
  if (withoutPin.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="spots" className="p-4 sm:p-6">
      <h2 id="spots" className="text-lg">
        {t('Map pins')}
      </h2>
      <p className="mt-1.5 text-muted">
        {t(
          '{count, plural, one {One of these listings has} other {# of these listings have}} no exact pin on the map. You can set pins before or after you pay.',
          { count: withoutPin.length },
        )}
      </p>
      <ul className="mt-3 grid">
        {withoutPin.map(({ id, title, pin }) => (
          <li key={id} className="grid gap-2 border-t py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <bdi className="typed min-w-0 font-semibold">{title}</bdi>
              <Button
                variant="secondary"
                size="sm"
                aria-expanded={shownId === id}
                onClick={() => setShownId(shownId === id ? undefined : id)}
              >
                {pin === 'none'
                  ? rich('What it gets instead<hidden> of a pin: {title}</hidden>', { hidden: srOnly, title })
                  : rich('Check the spot<hidden> of {title}</hidden>', { hidden: srOnly, title })}
              </Button>
            </div>
            {setIds.includes(id) && shownId !== id && <p className="text-muted text-sm">{t('Your pin is set.')}</p>}
            {shownId === id && <Spot listingId={id} onSet={() => setSetIds([...setIds, id])} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Spot({ listingId, onSet }: { listingId: number; onSet: () => void }) {
  const spot = useListingSpot(listingId);
  return spot && <SpotOfListing listingId={listingId} spot={spot} onSet={onSet} />;
}
