import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';

/** Optional facts about a business: year of founding, service area, languages, license number and price notes. */
export function BusinessDetails({ listing }: { listing: ListingPage }) {
  const { yearFounded, serviceArea, languages, licenseNumber, priceNotes } = listing;
  if (!yearFounded && !serviceArea && languages.length === 0 && !licenseNumber && !priceNotes) return null;
  return (
    <dl className="mt-6 grid max-w-measure gap-x-8 gap-y-3 border-t pt-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      {yearFounded && <Detail name={t('In business')}>{t('Since {year}', { year: yearFounded })}</Detail>}
      {serviceArea && <Detail name={t('Service area')}>{serviceArea}</Detail>}
      {languages.length > 0 && <Detail name={t('Languages')}>{languages.join(', ')}</Detail>}
      {licenseNumber && <Detail name={t('License number')}>{licenseNumber}</Detail>}
      {priceNotes && <Detail name={t('Price notes')}>{priceNotes}</Detail>}
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-muted">{name}</dt>
      <dd className="typed">{children}</dd>
    </div>
  );
}
