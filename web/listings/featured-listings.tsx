import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import { ListingCard, ListingCardSkeletons } from './listing-card.tsx';

/**
 * The section of featured listings above the others; below them while there are none, so that the page begins with businesses.
 * @param listings undefined while they are loading
 */
export function FeaturedFirst({
  listings,
  section,
  children,
}: {
  listings: Listing[] | undefined;
  section: ReactNode;
  children: ReactNode;
}) {
  const isLast = listings?.length === 0;
  return (
    <>
      {!isLast && section}
      {children}
      {isLast && section}
    </>
  );
}

/**
 * Featured listings as a grid of cards, three in a row, or four if `wide`. The cards of an incomplete last row are widened
 * to fill it, with the picture beside the text.
 * @param listings undefined while they are loading
 * @param skeletons the number of placeholder cards while loading
 * @param empty the text when there are none
 */
export function FeaturedListings({
  listings,
  skeletons = 3,
  empty,
  wide = false,
}: {
  listings: Listing[] | undefined;
  skeletons?: number;
  empty: string;
  wide?: boolean;
}) {
  const grid = wide ? 'listing-cards four' : 'listing-cards';
  if (!listings) return <ListingCardSkeletons count={skeletons} className={grid} />;
  if (listings.length === 0) {
    return (
      <p className="text-muted">
        {empty}{' '}
        <a className="link" href="/rates">
          {t('Yours could be here')}
        </a>
      </p>
    );
  }
  return (
    <ul className={grid}>
      {listings.map((listing, index) => (
        <li key={listing.id}>
          <ListingCard listing={listing} eager={index === 0} />
        </li>
      ))}
    </ul>
  );
}
