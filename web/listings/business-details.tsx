import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { DetailFieldName } from '#contract/listing-fields/detail-fields.ts';
import type { ListingPage } from '#contract/listings.ts';

/** The labels of `DETAIL_FIELDS`, without the rest of them, which only forms need: each byte of this page is counted. */
const DETAIL_LABELS: Record<DetailFieldName, string> = {
  licenseNumber: t('License number'),
  priceNotes: t('Price notes'),
};
const DETAIL_NAMES = Object.keys(DETAIL_LABELS) as DetailFieldName[];

/** Optional facts about a business: year of founding, service area, languages, and `DETAIL_FIELDS`. */
export function BusinessDetails({ listing }: { listing: ListingPage }) {
  const { yearFounded, serviceArea, languages } = listing;
  const details = DETAIL_NAMES.filter((name) => listing[name]);
  if (!yearFounded && !serviceArea && languages.length === 0 && details.length === 0) return null;
  return (
    <dl className="mt-6 grid max-w-measure gap-x-8 gap-y-3 border-t pt-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      {yearFounded && <Detail name={t('In business')}>{t('Since {year}', { year: yearFounded })}</Detail>}
      {serviceArea && <Detail name={t('Service area')}>{serviceArea}</Detail>}
      {languages.length > 0 && <Detail name={t('Languages')}>{languages.join(', ')}</Detail>}
      {details.map((name) => (
        <Detail key={name} name={DETAIL_LABELS[name]}>
          {listing[name]}
        </Detail>
      ))}
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
