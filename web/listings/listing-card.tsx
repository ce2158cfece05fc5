import { getLocationLabel } from '#contract/i18n/location-labels.ts';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import { toLang } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { Card } from '#web/base/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { ListingPicture } from '#web/listings/pictures/listing-picture.tsx';
import { SaveButton } from '#web/saved/save-button.tsx';
import { ListingBadges } from './listing-badges.tsx';
import { trackListingEvent } from './listing-events.ts';
import { useImpression } from './use-impression.ts';

/**
 * A listing as a card: picture, title, subtitle and description. It links to the website of the business, or to the page of the
 * listing if there is none.
 * @param eager whether its picture is loaded at once; for the first card of a page
 */
export function ListingCard({ listing, eager }: { listing: Listing; eager?: boolean }) {
  const impressionRef = useImpression<HTMLDivElement>(listing);
  return (
    <Card as="article" interactive className="listing-card" ref={impressionRef}>
      <ListingPicture listing={listing} eager={eager} sizes="(width >= 40rem) 24rem, 100vw" />
      <div>
        <h3>
          <ListingLink listing={listing} />
        </h3>
        <p className="facts">{listingSubtitle(listing)}</p>
        {listing.intro !== null && (
          <p lang={toLang(listing.textLanguage)} className="line">
            {listing.description}
          </p>
        )}
        <div className="marks">
          <ListingBadges listing={listing} />
          {listing.businessUrl && (
            <a href={`/ads/${listing.id}`} className="link">
              {rich('Details<hidden> of {title}</hidden>', {
                hidden: srOnly,
                title: listing.title,
              })}
            </a>
          )}
        </div>
      </div>
      {!listing.sample && <SaveButton listing={listing} />}
    </Card>
  );
}

function ListingLink({ listing }: { listing: Listing }) {
  const { id, title, businessUrl: url } = listing;
  const name = <span lang={toLang(listing.titleLanguage)}>{title}</span>;
  if (!url) {
    return (
      <a
        href={`/ads/${id}`}
        {...onLinkOpen(() => recordEvent('ad_click', { id, title, url: `/ads/${id}` }))}
        className="cover-link"
      >
        {name}
      </a>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      {...onLinkOpen(() => trackListingEvent('website', id, { title, url }))}
      className="cover-link"
    >
      {name}
      <span className="arrow-out">
        <span className="sr-only"> {t('(opens in a new tab)')}</span>
      </span>
    </a>
  );
}

/** Placeholder cards while listings are loading. */
export function ListingCardSkeletons({ count, className }: { count: number; className?: string }) {
  return (
    <SkeletonGroup label={t('Loading featured businesses…')} className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical.
        <Card key={index} className="flex flex-col">
          <Skeleton className="aspect-4/3 w-full rounded-none" />
          <div className="p-4 pt-3">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="mt-2 h-4 w-3/5" />
            <Skeleton className="mt-4 h-4 w-full" />
            <Skeleton className="mt-3 h-4 w-2/3" />
            <Skeleton className="mt-5 h-7 w-24 rounded-full" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  );
}

/**
 * The category, city and location label of a listing, without duplicates: 'Bakeries · Irvine · Orange County'. A no-break
 * space keeps the dot at the end of a line.
 */
function listingSubtitle({ category, city, locationId }: Listing): string {
  const label = getLocationLabel(locationId);
  return [...new Set([category.name, city.name, label])].join('\u00a0· ');
}
