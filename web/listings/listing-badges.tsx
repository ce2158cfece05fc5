import type { Listing } from '#contract/listings.ts';
import { Badge } from '../ui/badge.tsx';

/** What a reader must know about a listing before trusting it: paid for, made up, or not claimed by its business. */
export function ListingBadges({ listing }: { listing: Listing }) {
  return (
    <>
      {listing.isFeatured && <Badge tone="accent">Featured</Badge>}
      {listing.sample && <Badge tone="info">Sample</Badge>}
      {listing.unclaimed && <span>Unclaimed listing</span>}
    </>
  );
}
