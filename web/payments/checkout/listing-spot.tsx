import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingSpot as Spot } from '#contract/listing-fields/addresses.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { LazyPointMap } from '#web/base/map/lazy-point-map.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

type Point = { lat: number; lng: number };

/**
 * Where a listing of the user is, as far as it is known; undefined while it is loading, and where it cannot be loaded.
 * @param listingId none without a listing
 */
export function useListingSpot(listingId: number | undefined): Spot | undefined {
  return useQuery<Spot>({
    queryKey: spotKey(listingId),
    enabled: listingId !== undefined,
    retry: false,
    throwOnError: false,
  }).data;
}

// The prefix /api/user/ removes it from the cache on sign-out.
const spotKey = (listingId: number | undefined) => [`/api/user/ads/${listingId}/spot`];

/**
 * Asks, before a listing is paid for, whether its pin is at the right spot: that of its address, as far as it is known. The owner moves it or
 * confirms it, and may pay without. One without a street is told what it gets instead of a pin. Shows nothing for a listing with an exact
 * point, and where the spot cannot be loaded.
 */
export function ListingSpot({ listingId }: { listingId: number }) {
  const spot = useListingSpot(listingId);
  // What is set here stays in view.
  const [isSetHere, setSetHere] = useState(false);
  if (!spot || (spot.isSet && !isSetHere)) return null;
  return (
    <Card as="section" aria-labelledby="spot" className="p-4 sm:p-6">
      <h2 id="spot" className="text-lg">
        {spot.point ? t('Is this the spot?') : t('No map pin')}
      </h2>
      <SpotOfListing listingId={listingId} spot={spot} onSet={() => setSetHere(true)} />
    </Card>
  );
}

/** The spot of a listing on a map, where its pin can be moved or confirmed, or what it gets instead of a pin. */
export const SpotOfListing = ({ listingId, spot, onSet }: { listingId: number; spot: Spot; onSet: () => void }) =>
  spot.point ? (
    <SpotMap listingId={listingId} queryKey={spotKey(listingId)} spot={{ ...spot, point: spot.point }} onSet={onSet} />
  ) : (
    <NoPin listingId={listingId} hasStreet={spot.hasStreet} />
  );

function NoPin({ listingId, hasStreet }: { listingId: number; hasStreet: boolean }) {
  const link = (text: ReactNode) => (
    <a href={`/account/ads/${listingId}/edit`} className="link">
      {text}
    </a>
  );
  if (hasStreet)
    return (
      <p className="mt-1.5 text-muted">
        {rich('We couldn’t find the address. <link>Set the pin yourself</link>, before or after you pay.', { link })}
      </p>
    );
  return (
    <div className="mt-1.5 grid gap-2 text-muted">
      <p>
        {t(
          'You have a P.O. box, or go to your customers, so there’s no street to put a pin on. Your page gets a map of your ZIP code instead, and everything else in the plan: featured placement, photos, your website and social links, and analytics.',
        )}
      </p>
      <p>{rich('Can customers visit you? <link>Add your street</link> first.', { link })}</p>
    </div>
  );
}

function SpotMap({
  listingId,
  queryKey,
  spot,
  onSet,
}: {
  listingId: number;
  queryKey: string[];
  spot: Spot & { point: Point };
  onSet: () => void;
}) {
  const client = useQueryClient();
  const [moved, setMoved] = useState<Point>();
  const [isBusy, setBusy] = useState(false);
  const pin = moved ?? spot.point;
  const isConfirmed = spot.isSet && !moved;

  const confirm = async () => {
    setBusy(true);
    await runMutation(t('We couldn’t set the pin.'), async () => {
      await send('PUT', `/api/user/ads/${listingId}/pin`, pin);
      client.setQueryData<Spot>(queryKey, { ...spot, point: pin, isSet: true });
      setMoved(undefined);
      onSet();
    });
    setBusy(false);
  };

  return (
    <div className="mt-1.5 grid gap-3">
      <p className="text-muted">{isConfirmed ? CONFIRMED_TEXT : HINTS[spot.quality ?? 'zip']}</p>
      <LazyPointMap point={pin} label={t('Map of your pin')} onMove={setMoved} />
      <p id="pin-keys" className="text-muted text-sm">
        {t('Drag the pin, click the map, or use the arrow keys on the pin. Hold Shift to move it farther.')}
      </p>
      <div role="status" className="flex min-h-11 items-center">
        {isConfirmed ? (
          <p className="flex items-center gap-2 font-semibold text-sage">
            <Icon name="check" className="size-5" />
            {t('Your pin is set.')}
          </p>
        ) : (
          <Button variant="secondary" busy={isBusy} onClick={confirm}>
            <Icon name="map-pin" />
            {moved ? t('Set the pin here') : t('Yes, this is the spot')}
          </Button>
        )}
      </div>
    </div>
  );
}

const CONFIRMED_TEXT = t('Your pin shows customers the way. You can move it at any time.');
const FAR_HINT = t('We only know about where your address is. Move the pin to your door, so that customers find you.');
const HINTS = {
  address: t('Your listing gets a pin on the map. Move it if it isn’t at your door.'),
  between: t('Your listing gets a pin on the map. Move it if it isn’t at your door.'),
  along: FAR_HINT,
  street: FAR_HINT,
  zip: t('We couldn’t find your address. Move the pin to your door, so that customers find you.'),
};
