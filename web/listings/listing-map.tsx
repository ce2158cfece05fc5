import { type ComponentType, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { LazyPointMap } from '#web/base/map/lazy-point-map.tsx';
import type { PointMapProps } from '#web/base/map/point-map.tsx';
import { toMapStill } from './map-still.ts';

/**
 * Where a listing is: its exact point, or, of a paid one, the area of its ZIP code, which is then said. Nothing for others. A still
 * picture of the point stands for the map, whose code has 11 kB, until the pointer is over it or it is pressed. That of an area,
 * which has no picture, is loaded when it comes into view.
 */
export function ListingMap({ listing }: { listing: ListingPage }) {
  const { point, area, businessName, zipCode } = listing;
  const [LiveMap, setLiveMap] = useState<ComponentType<PointMapProps>>();
  const shown = point ?? area;
  if (!shown) return null;
  const label = point
    ? t('Map of {business}', { business: businessName })
    : t('Map of the ZIP code {zipCode}', { zipCode });
  // Where it fails, the picture stays, and can be pressed again.
  const open = () =>
    import('#web/base/map/point-map.tsx').then(
      ({ PointMap }) => setLiveMap(() => PointMap),
      () => {},
    );
  return (
    <div id="location" className="mb-8 scroll-mt-4 print:hidden">
      <h2 className="text-xl">{t('Location')}</h2>
      <div className="mt-3">
        {!point ? (
          <LazyPointMap point={shown} area label={label} />
        ) : LiveMap ? (
          <LiveMap point={point} label={label} />
        ) : (
          <button
            type="button"
            aria-label={label}
            onClick={() => open().then(() => requestAnimationFrame(focusMap))}
            onPointerEnter={open}
            className="county-map point-map w-full"
          >
            <img src={toMapStill(listing.id, point)} alt="" className="size-full object-cover" />
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
