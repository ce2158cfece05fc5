import { type ComponentType, useEffect, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { PointMapProps } from '#web/base/map/point-map.tsx';
import { toMapStill } from './map-still.ts';

/**
 * Where a listing is: its exact point, or, of a paid one, the area of its ZIP code, which is then said. Nothing for others. A still
 * picture stands for the map, whose code has 11 kB, until the pointer is over it or it is pressed.
 * @param preview has no such picture, since the listing may not be public yet
 */
export function ListingMap({ listing, preview }: { listing: ListingPage; preview: boolean }) {
  const { point, area, businessName, zipCode } = listing;
  const [LiveMap, setLiveMap] = useState<ComponentType<PointMapProps>>();
  const shown = point ?? area;
  // Where it fails, the picture stays, and can be pressed again.
  const open = () =>
    import('#web/base/map/point-map.tsx').then(
      ({ PointMap }) => setLiveMap(() => PointMap),
      () => {},
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (preview && shown) void open();
  }, []);
  if (!shown) return null;
  const label = point
    ? t('Map of {business}', { business: businessName })
    : t('Map of the ZIP code {zipCode}', { zipCode });
  return (
    <div id="location" className="mb-8 scroll-mt-4 print:hidden">
      <h2 className="text-xl">{t('Location')}</h2>
      <div className="mt-3">
        {LiveMap ? (
          <LiveMap point={shown} area={!point} label={label} />
        ) : (
          <button
            type="button"
            aria-label={label}
            onClick={() => open().then(() => requestAnimationFrame(focusMap))}
            onPointerEnter={open}
            className="county-map point-map w-full"
          >
            {!preview && <img src={toMapStill(listing.id, shown)} alt="" className="size-full object-cover" />}
          </button>
        )}
      </div>
      {!point && (
        <p className="mt-2 text-muted">{t('Somewhere in {zipCode}. We don’t know the exact spot.', { zipCode })}</p>
      )}
    </div>
  );
}

/** The pressed button is gone by then. */
const focusMap = () => document.querySelector<HTMLElement>('.point-map .window')?.focus();
