import type { ReactNode } from 'react';
import type { Listing } from '#contract/listings.ts';
import { getVariants } from '../art/variants.ts';
import { SaveButton } from '../saved/save-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { ShortDate } from '../ui/time.tsx';
import { ListingBadges } from './listing-badges.tsx';
import { ListingPicture } from './listing-picture.tsx';
import { listingSubtitle } from './listing-subtitle.ts';
import { useImpression } from './use-impression.ts';

/**
 * Listings as rows, each a link to its own page.
 * @param badges replaces the badges and date at the end of a row
 * @param note more content of a row, below the description
 */
export function ListingRows<T extends Listing>({
  listings,
  badges = defaultBadges,
  note,
}: {
  listings: T[];
  badges?: (listing: T) => ReactNode;
  note?: (listing: T) => ReactNode;
}) {
  const variants = getVariants(listings.map(({ id }) => id));
  return (
    <ul className="listing-rows">
      {listings.map((listing, index) => (
        <ListingRow
          key={listing.id}
          listing={listing}
          variant={variants[index]}
          badges={badges(listing)}
          note={note?.(listing)}
        />
      ))}
    </ul>
  );
}

const defaultBadges = (listing: Listing) => (
  <>
    <ListingBadges listing={listing} />
    <ShortDate at={listing.createdAt} />
  </>
);

function ListingRow({
  listing,
  variant,
  badges,
  note,
}: {
  listing: Listing;
  variant?: number;
  badges: ReactNode;
  note: ReactNode;
}) {
  const impressionRef = useImpression<HTMLLIElement>(listing);
  return (
    <li ref={impressionRef}>
      <ListingPicture listing={listing} variant={variant} sizes="7rem" />
      <Icon name={listing.category.icon} className="round-icon" />
      <div>
        <h3>{listing.title}</h3>
        <p className="facts">{listingSubtitle(listing)}</p>
        <p className="line">{listing.description}</p>
        {note}
      </div>
      <div className="marks">
        <span>{badges}</span>
        <p>
          <a href={`/ads/${listing.id}`} className="cover-link">
            View Details<span className="sr-only">{` of ${listing.title}`}</span>
          </a>
          <SaveButton listing={listing} />
        </p>
      </div>
    </li>
  );
}

/** Placeholder rows while listings are loading. */
export function ListingRowSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup label="Loading ads…" className="listing-rows">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical.
        <div key={index}>
          <Skeleton className="row-span-2 h-16 w-20 @min-[36rem]:row-auto @min-[36rem]:h-20 @min-[36rem]:w-28" />
          <div>
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="mt-2.5 h-4 w-2/5" />
            <Skeleton className="mt-2 h-4 w-4/5" />
          </div>
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
