import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Listing } from '#contract/listings.ts';
import { getLocationLabel } from '#contract/regions.ts';
import type { FoundListing } from '#contract/search.ts';
import { hasHours, OpeningStatus } from '../opening-hours/opening-status.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { ShortDate } from '../ui/time.tsx';
import { type Distance, distanceLabel } from './distance-label.ts';
import { ListingPicture } from './pictures/listing-picture.tsx';
import { RowActions } from './row-actions.tsx';
import { useRowCheckbox } from './row-checkbox.ts';
import { useImpression } from './use-impression.ts';

/** A listing as a row; in the results of a search with its distance, and whether its place is paid for. */
type Row = Listing & Distance & Partial<Pick<FoundListing, 'sponsored'>>;

/**
 * Listings as rows, each a link to its own page.
 * @param origin the name of the point that distances are measured from
 * @param highlightedId the listing whose row is highlighted, because the pointer is over its pin on the map
 */
export function ListingRows({
  listings,
  origin,
  highlightedId,
}: {
  listings: Row[];
  origin?: string;
  highlightedId?: number;
}) {
  const renderCheckbox = useRowCheckbox();
  return (
    <ul className="listing-rows">
      {listings.map((listing) => (
        <ListingRow
          key={listing.id}
          listing={listing}
          origin={origin}
          checkbox={renderCheckbox?.(listing)}
          isHighlighted={listing.id === highlightedId}
        />
      ))}
    </ul>
  );
}

function ListingRow({
  listing,
  origin,
  checkbox,
  isHighlighted,
}: {
  listing: Row;
  origin?: string;
  checkbox: ReactNode;
  isHighlighted: boolean;
}) {
  const impressionRef = useImpression<HTMLLIElement>(listing);
  const distance = distanceLabel(listing);
  return (
    <li ref={impressionRef} className={clsx(isHighlighted && 'pointed')}>
      <ListingPicture listing={listing} sizes="6rem" />
      {checkbox}
      <div>
        <h3>{listing.title}</h3>
        <p className="facts">
          {hasHours(listing) && <OpeningStatus opening={listing} short />}
          {distance && (
            <span>
              {distance}
              {origin && typeof listing.miles === 'number' && <span className="sr-only">{` from ${origin}`}</span>}
            </span>
          )}{' '}
          {listing.address && <bdi>{listing.address}</bdi>}
        </p>
        <p className="kind">
          <RowMark listing={listing} />
          <span>{listing.category.name}</span> <bdi>{listing.city.name}</bdi>{' '}
          {listing.unclaimed && (
            <span className="unclaimed">
              Unclaimed<span className="sr-only"> listing</span>
            </span>
          )}
        </p>
        {listing.intro && <p className="intro">{listing.intro}</p>}
        <p className="marks">
          <a href={`/ads/${listing.id}`} className="cover-link">
            View Details<span className="sr-only">{` of ${listing.title}`}</span>
          </a>{' '}
          <ShortDate at={listing.createdAt} /> <span>{getLocationLabel(listing.locationId)}</span>
        </p>
      </div>
      <RowActions listing={listing} />
    </li>
  );
}

/** Says in words that a listing or its place is paid for, or that it is a sample. */
function RowMark({ listing: { sponsored, isFeatured, sample } }: { listing: Row }) {
  if (sponsored || isFeatured) return <b>{sponsored ? 'Sponsored' : 'Featured'} </b>;
  return sample && <b>Sample </b>;
}

/** Placeholder rows while listings are loading. */
export function ListingRowSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup label="Loading ads…" className="listing-rows">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical.
        <div key={index}>
          <Skeleton className="tile" />
          <div>
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="mt-2 h-4 w-4/5" />
            <Skeleton className="mt-2 h-4 w-2/5" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
