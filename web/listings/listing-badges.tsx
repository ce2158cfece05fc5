import type { Listing } from '#contract/listings.ts';
import { Badge } from '../ui/badge.tsx';

/** What a reader must know about a listing before trusting it: paid for, made up, or not claimed by its business. */
export function ListingBadges({ ad }: { ad: Listing }) {
  return (
    <>
      {ad.isFeatured && <Badge tone="accent">Featured</Badge>}
      {ad.sample && <Badge tone="info">Sample</Badge>}
      {ad.unclaimed && <span>Unclaimed listing</span>}
    </>
  );
}
