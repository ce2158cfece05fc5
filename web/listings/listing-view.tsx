import { lazy, memo, type ReactNode, Suspense } from 'react';
import { comparePath } from '#contract/compare/compared-ids.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { Photo } from '#contract/photos.ts';
import { toLang } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Chip } from '#web/base/ui/chip.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { ListingPicture } from '#web/listings/pictures/listing-picture.tsx';
import { hasHours, OpeningStatus } from '#web/opening-hours/opening-status.tsx';
import { cityInSentence } from './city-in-sentence.ts';
import { ListingActions } from './listing-actions.tsx';
import { ListingBadges } from './listing-badges.tsx';
import { ListingContact } from './listing-contact.tsx';
import { ListingMap } from './listing-map.tsx';
import { ListingSource } from './listing-source.tsx';
import { toMapStill } from './map-still.ts';
import { ShareLinks } from './share-links.tsx';

// Most listings have none of them. The server renders in one go, so it loads the modules at the start.
const ListingPhotos = import.meta.env.SSR
  ? (await import('#web/listings/pictures/listing-photos.tsx')).default
  : lazy(() => import('#web/listings/pictures/listing-photos.tsx'));
const ListingExtras = import.meta.env.SSR
  ? (await import('./listing-extras.tsx')).default
  : lazy(() => import('./listing-extras.tsx'));
const BusinessDetails = import.meta.env.SSR
  ? (await import('./business-details.tsx')).default
  : lazy(() => import('./business-details.tsx'));

// An update of the page before the module is there would replace what the server has rendered.
const Photos = memo(({ listing }: { listing: ListingPage }) => (
  <Suspense>
    <ListingPhotos listing={listing} />
  </Suspense>
));

const Details = memo(({ listing }: { listing: ListingPage }) => (
  <Suspense>
    <BusinessDetails listing={listing} />
  </Suspense>
));

const hasDetails = ({ yearFounded, serviceArea, serviceRadius, languages, accepts, ...listing }: ListingPage) =>
  yearFounded ||
  serviceArea ||
  serviceRadius ||
  listing.licenseNumber ||
  listing.priceNotes ||
  languages[0] ||
  accepts[0];

/**
 * The content of a listing, on its page and in the owner's preview: pictures, name, status, actions, facts, map, then the story.
 * @param preview hides sharing and saving, since the listing may not be public yet
 * @param notice below the status
 * @param sources of the facts
 */
export function ListingView({
  listing,
  preview = false,
  notice,
  sources,
}: {
  listing: ListingPage;
  preview?: boolean;
  notice?: ReactNode;
  sources?: ReactNode;
}) {
  return (
    <div className="mt-2 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
      {/* On phones the actions stick to the window while the whole listing is scrolled, so no box may end before. */}
      <div className="min-w-0 max-lg:contents">
        {listing.photos.length > 0 && <Photos listing={listing} />}
        <h1 lang={toLang(listing.titleLanguage)} className="typed text-2xl sm:text-3xl lg:text-4xl">
          {listing.title}
        </h1>
        {hasHours(listing) && <OpeningStatus opening={listing} className="mt-2 text-base!" />}
        {notice}
        {!preview && !listing.sample && <ListingActions listing={listing} />}
        <ListingKind listing={listing} preview={preview} />
      </div>
      <aside aria-label={t('Contact')} className="max-lg:mt-5 lg:row-span-2">
        <ListingContact listing={listing} />
      </aside>
      <ListingBody listing={listing} preview={preview} sources={sources} />
    </div>
  );
}

/** The logo, or what stands for it, beside the category and city, and what else is to be known about the listing. */
function ListingKind({ listing, preview }: { listing: ListingPage; preview: boolean }) {
  const { logo, category, city, photos, point } = listing;
  return (
    <div className="mt-4 flex items-center gap-4">
      {logo ? (
        <ListingLogo logo={logo} businessName={listing.businessName} />
      ) : (
        photos.length === 0 &&
        // Without a picture the streets around it, which lead to the map below.
        (preview || !point || listing.imageSrc ? (
          <ListingPicture listing={listing} eager sizes="5rem" className="size-20 rounded-field object-cover" />
        ) : (
          <a href="#location">
            <img
              src={toMapStill(listing.id, point)}
              alt={t('Map of {business}', { business: listing.businessName })}
              className="h-20 w-32 rounded-field"
            />
          </a>
        ))
      )}
      <div className="min-w-0">
        <p className="typed">
          {rich('{category} in {city}', {
            category: (
              <a href={`/category/${category.slug}`} className="link">
                {category.name}
              </a>
            ),
            city: city.slug ? (
              <a href={`/city/${city.slug}`} className="link">
                {cityInSentence(city)}
              </a>
            ) : (
              <bdi>{cityInSentence(city)}</bdi>
            ),
          })}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm empty:hidden">
          <ListingBadges listing={listing} />
        </div>
        {listing.brand && (
          <a href={listing.brand.path} className="link mr-4 inline-flex min-h-11 items-center font-semibold text-sm">
            {t('All {count} locations', { count: listing.brand.count })}
          </a>
        )}
        {!preview && !listing.sample && (
          <a
            href={comparePath([listing.id])}
            className="no-print link inline-flex min-h-11 items-center gap-1.5 font-semibold text-sm"
          >
            {t('Compare with others')}
          </a>
        )}
      </div>
    </div>
  );
}

function ListingLogo({
  logo: { src, srcSet, width, height, alt },
  businessName,
}: {
  logo: Photo;
  businessName: string;
}) {
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes="5rem"
      width={width}
      height={height}
      alt={alt || t('Logo of {business}', { business: businessName })}
      decoding="async"
      className="size-16 shrink-0 rounded-field border bg-card object-contain sm:size-20"
    />
  );
}

function ListingBody({ listing, preview, sources }: { listing: ListingPage; preview: boolean; sources: ReactNode }) {
  return (
    <div className="mt-8 min-w-0">
      <ListingMap listing={listing} preview={preview} />
      {listing.headline && (
        <p lang={toLang(listing.writtenIn)} className="typed mb-4 font-semibold text-xl">
          {listing.headline}
        </p>
      )}
      <h2 className="typed text-xl">{rich('About {business}', { business: <bdi>{listing.businessName}</bdi> })}</h2>
      <p lang={toLang(listing.textLanguage)} className="typed listing-story">
        {listing.description}
      </p>
      {hasDetails(listing) && <Details listing={listing} />}
      {(listing.tags.length > 0 || listing.review || listing.faq.length > 0) && (
        <Suspense>
          <ListingExtras listing={listing} />
        </Suspense>
      )}
      <ListingSource listing={listing} />
      <ul className="mt-8 flex flex-wrap gap-2">
        {listing.parentCategory && (
          <li>
            <Chip href={`/category/${listing.parentCategory.slug}`}>{listing.parentCategory.name}</Chip>
          </li>
        )}
        {listing.moreCategories.map(({ name, slug }) => (
          <li key={slug}>
            <Chip href={`/category/${slug}`}>{name}</Chip>
          </li>
        ))}
        <li>
          <Chip href={`/zip/${listing.zipCode}`}>{t('ZIP {zipCode}', { zipCode: listing.zipCode })}</Chip>
        </li>
        <li>
          <Chip href={`/${listing.location.slug}`}>{listing.location.name}</Chip>
        </li>
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t pt-4">
        <p className="text-muted text-sm">
          {listing.posted && rich('Posted {date}', { date: <LongDate at={listing.createdAt} /> })}
          {sources}
          {listing.confirmedAt &&
            rich(' · Confirmed by the owner on {date}', { date: <LongDate at={listing.confirmedAt} /> })}
        </p>
        {!preview && <ShareLinks listing={listing} />}
      </div>
    </div>
  );
}
