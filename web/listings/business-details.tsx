import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { NOT_LICENSED } from '#contract/listing-fields/not-licensed.ts';
import type { ListingPage } from '#contract/listings.ts';
import { formatDay } from '#web/base/formats/data-month.ts';
import { rich } from '#web/base/i18n/rich.ts';

/** Optional facts about a business: year of founding, service area, languages, license and prices. */
export default function BusinessDetails({ listing }: { listing: ListingPage }) {
  const { yearFounded, serviceArea, serviceRadius, zipCode, languages, accepts, licenseNumber, priceNotes } = listing;
  return (
    <dl className="mt-6 grid max-w-measure gap-x-8 gap-y-3 border-t pt-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      {yearFounded && <Detail name={t('In business')}>{t('Since {year}', { year: yearFounded })}</Detail>}
      {(serviceArea || serviceRadius) && (
        <Detail name={t('Service area')}>
          {serviceArea}
          {serviceRadius && (
            <span className="block">
              {t('{miles, plural, one {Within # mile} other {Within # miles}} of {zip}', {
                miles: serviceRadius,
                zip: zipCode,
              })}
            </span>
          )}
        </Detail>
      )}
      {languages.length > 0 && <Detail name={t('Languages')}>{languages.join(', ')}</Detail>}
      {accepts.length > 0 && <Detail name={t('Accepts')}>{accepts.join(', ')}</Detail>}
      {licenseNumber && (
        <Detail name={t('License number')}>
          {listing.license ? (
            <License license={listing.license} />
          ) : licenseNumber === NOT_LICENSED ? (
            t('Not licensed; jobs under $1,000')
          ) : (
            licenseNumber
          )}
        </Detail>
      )}
      {priceNotes && <Detail name={t('Price notes')}>{priceNotes}</Detail>}
    </dl>
  );
}

/** The number, and what the state's list says of it; nothing where it lacks it. */
function License({
  license: { number, check, classes, listedOn, url },
}: {
  license: NonNullable<ListingPage['license']>;
}) {
  const link = (text: ReactNode) =>
    url ? (
      <a href={url} className="link" rel="noopener">
        {text}
      </a>
    ) : (
      text
    );
  const day = listedOn ? formatDay(listedOn) : '';
  return (
    <>
      {rich('<link>License #{number}</link>', { link, number })}
      {check === 'confirmed' && (
        <span className="block">
          {t('Licensed: {classes}, active on {day} (state list)', { classes: classes.join(', '), day })}
        </span>
      )}
      {check === 'unconfirmed' && (
        <span className="block text-muted">{t('Not confirmed by the state’s list of {day}', { day })}</span>
      )}
    </>
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
