import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingSpot as Spot } from '#contract/listing-fields/addresses.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { LazyPointMap } from '#web/base/map/lazy-point-map.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

type Point = { lat: number; lng: number };

/**
 * Asks, before a listing is paid for, whether its pin is at the right spot: that of its address, as far as it is known. The owner moves it or
 * confirms it, and may pay without. Shows nothing for a listing with an exact point, and where the spot cannot be loaded.
 */
export function ListingSpot({ listingId }: { listingId: number }) {
  // The prefix /api/user/ removes it from the cache on sign-out.
  const queryKey = [`/api/user/ads/${listingId}/spot`];
  const { data: spot } = useQuery<Spot>({ queryKey, retry: false, throwOnError: false });
  // What is set here stays in view.
  const [isSetHere, setSetHere] = useState(false);
  if (!spot || (spot.isSet && !isSetHere)) return null;
  return (
    <Card as="section" aria-labelledby="spot" className="p-4 sm:p-6">
      <h2 id="spot" className="text-lg">
        {spot.point ? t('Is this the spot?') : t('No map pin')}
      </h2>
      {spot.point ? (
        <SpotMap
          listingId={listingId}
          queryKey={queryKey}
          spot={{ ...spot, point: spot.point }}
          onSet={() => setSetHere(true)}
        />
      ) : (
        <p className="mt-1.5 text-muted">{spot.hasStreet ? UNKNOWN_TEXT : NO_STREET_TEXT}</p>
      )}
    </Card>
  );
}

const NO_STREET_TEXT = t(
  'The address is a P.O. box or an area, so your listing has no pin on the map. If customers can visit you, edit your listing first.',
);
const UNKNOWN_TEXT = t('We couldn’t find the address. You can set a pin when you edit your listing.');

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
