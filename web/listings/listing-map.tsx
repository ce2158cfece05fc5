import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { LazyPointMap } from '#web/base/map/lazy-point-map.tsx';

/** Where a listing is: its exact point, or, of a paid one, the area of its ZIP code, which is then said. Nothing for others. */
export function ListingMap({ listing }: { listing: ListingPage }) {
  const { point, area, businessName, zipCode } = listing;
  const shown = point ?? area;
  if (!shown) return null;
  return (
    <div id="location" className="mb-8 scroll-mt-4 print:hidden">
      <h2 className="text-xl">{t('Location')}</h2>
      <div className="mt-3">
        <LazyPointMap
          point={shown}
          area={point === null}
          label={
            point ? t('Map of {business}', { business: businessName }) : t('Map of the ZIP code {zipCode}', { zipCode })
          }
        />
      </div>
      {!point && (
        <p className="mt-2 text-muted">{t('Somewhere in {zipCode}. We don’t know the exact spot.', { zipCode })}</p>
      )}
    </div>
  );
}
