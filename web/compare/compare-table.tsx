import { Fragment, type ReactNode } from 'react';
import type { ComparedListing } from '#contract/compare/compare.ts';
import { comparePath } from '#contract/compare/compared-ids.ts';
import { t } from '#contract/i18n/t.ts';
import { DETAIL_FIELD_NAMES, DETAIL_FIELDS } from '#contract/listing-fields/detail-fields.ts';
import { distanceLabel } from '#web/base/formats/distance-label.ts';
import { toLang } from '#web/base/i18n/language.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { trackListingEvent } from '#web/listings/listing-events.ts';
import { ListingPicture } from '#web/listings/pictures/listing-picture.tsx';
import { openingHours } from '#web/opening-hours/opening-hours.ts';
import { hasHours, OpeningStatus } from '#web/opening-hours/opening-status.tsx';

type Fact = [name: string, cell: (listing: ComparedListing) => ReactNode];

/** The facts that are compared. A cell without content says 'Not stated'; one that nobody states has no row. */
const FACTS: Fact[] = [
  [
    t('Status'),
    (listing) =>
      listing.mayHaveClosed
        ? t('May have closed')
        : hasHours(listing) && <OpeningStatus opening={listing} className="text-base!" />,
  ],
  [t('Phone'), ({ id, tel, phone }) => phone && tel && <PhoneLink id={id} tel={tel} phone={phone} />],
  [
    t('Address'),
    ({ address, city, zipCode }) => (
      <>
        {address && <span className="typed block">{address}</span>}
        <bdi>{city.name}</bdi>, CA {zipCode}
      </>
    ),
  ],
  [t('Category'), ({ category }) => category.name],
  [t('Hours'), ({ hours, holidayNote }) => hours && <Hours days={openingHours(hours)} note={holidayNote} />],
  [t('Languages'), ({ languages }) => languages.join(', ')],
  ...DETAIL_FIELD_NAMES.map(
    (name): Fact => [
      DETAIL_FIELDS[name].label,
      (listing) => listing[name] && <span className="typed">{listing[name]}</span>,
    ],
  ),
  [t('Service area'), ({ serviceArea }) => serviceArea],
  [t('In business since'), ({ yearFounded }) => yearFounded],
];

/** Listings in columns and facts in rows. On narrow screens it scrolls beside its first column. */
export function CompareTable({
  listings,
  origin,
  near,
}: {
  listings: ComparedListing[];
  origin: string | null;
  near: string;
}) {
  const ids = listings.map(({ id }) => id);
  const distance: Fact = [t('Distance from {place}', { place: origin ?? '' }), distanceLabel];
  const [status, ...others] = FACTS as [Fact, ...Fact[]];
  const facts = [status, ...(origin ? [distance] : []), ...others].filter(([, cell]) => listings.some(cell));
  return (
    <>
      {listings.length > 2 && (
        <p className="no-print mt-4 text-muted text-sm md:hidden">
          {t('Swipe the table sideways to see all {count} businesses.', { count: listings.length })}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the table. */}
      <section aria-label={t('Comparison')} tabIndex={0} className="compare mt-6 max-md:mt-3">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('Fact')}</span>
              </th>
              {listings.map((listing) => (
                <th key={listing.id} scope="col">
                  <ListingPicture listing={listing} eager sizes="6rem" className="size-16 rounded-field object-cover" />
                  <a href={`/ads/${listing.id}`} lang={toLang(listing.titleLanguage)} className="link typed mt-2 block">
                    {listing.title}
                  </a>
                  <a
                    href={comparePath(
                      ids.filter((id) => id !== listing.id),
                      near,
                    )}
                    aria-label={t('Remove {title}', { title: listing.title })}
                    className="no-print inline-flex min-h-11 items-center gap-1 font-normal text-muted text-sm hover:text-ink"
                  >
                    <Icon name="x" />
                    {t('Remove')}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map(([name, cell]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {listings.map((listing) => (
                  <td key={listing.id}>{cell(listing) || <span className="text-muted">{t('Not stated')}</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function PhoneLink({ id, tel, phone }: { id: number; tel: string; phone: string }) {
  return (
    <a
      href={tel}
      {...onLinkOpen(() => trackListingEvent('phone', id))}
      className="link inline-flex min-h-11 items-center font-semibold"
    >
      {phone}
    </a>
  );
}

function Hours({ days, note }: { days: ReturnType<typeof openingHours>; note: string | null }) {
  if (days.length === 0) return null;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
        {days.map(({ day, times }) => (
          <Fragment key={day}>
            <dt className="text-muted">{days.length > 1 ? day.slice(0, 3) : day}</dt>
            <dd>{times.join(', ')}</dd>
          </Fragment>
        ))}
      </dl>
      {note && <p className="typed mt-1 text-sm">{note}</p>}
    </>
  );
}
