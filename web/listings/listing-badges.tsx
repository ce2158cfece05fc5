import type { Listing } from '#contract/listings.ts';
import { Badge } from '../ui/badge.tsx';

/** Badges that disclose whether a listing is paid for, is a sample, or has not been claimed by its business. */
export function ListingBadges({ listing }: { listing: Listing }) {
  return (
    <>
      {listing.isFeatured && <Badge tone="accent">Featured</Badge>}
      {listing.sample && <Badge tone="info">Sample</Badge>}
      {listing.unclaimed && <span>Unclaimed listing</span>}
    </>
  );
}
