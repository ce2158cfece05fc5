import type { Listing } from '#contract/listings.ts';
import { getVariants } from '../art/variants.ts';
import { ListingCard, ListingCardSkeletons } from './listing-card.tsx';

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
  const grid = wide ? 'listing-cards four' : 'listing-cards three';
  if (!listings) return <ListingCardSkeletons count={skeletons} className={grid} />;
  if (listings.length === 0) {
    return (
      <p className="rounded-card border border-line-strong border-dashed px-5 py-4 text-muted">
        <strong className="text-ink">{empty}</strong> Featured ads stand at the top of their pages.{' '}
        <a className="link" href="/rates">
          See what that costs
        </a>
        .
      </p>
    );
  }
  const variants = getVariants(listings.map(({ id }) => id));
  return (
    <ul className={grid}>
      {listings.map((listing, index) => (
        <li key={listing.id}>
          <ListingCard listing={listing} variant={variants[index]} />
        </li>
      ))}
    </ul>
  );
}
