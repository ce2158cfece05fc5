import { useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { ListingTile } from './listing-tile.tsx';

/**
 * A listing's photo, or its tile if there is no photo or it fails to load. Decorative (empty `alt`): the title is beside it.
 * @param sizes the `sizes` attribute for photos of several widths
 * @param eager whether to load it at once; for the picture at the top of a page
 */
export function ListingPicture({
  listing,
  sizes,
  className,
  eager = false,
}: {
  listing: Parameters<typeof ListingTile>[0]['listing'] &
    Pick<Listing, 'imageSrc'> &
    Partial<Pick<Listing, 'imageSrcSet'>>;
  sizes?: string;
  className?: string;
  eager?: boolean;
}) {
  const { imageSrc, imageSrcSet } = listing;
  const [broken, setBroken] = useState<string>();
  if (!imageSrc || broken === imageSrc) return <ListingTile listing={listing} className={className} />;
  return (
    <img
      // The image may have failed before hydration.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0) setBroken(imageSrc);
      }}
      onError={() => setBroken(imageSrc)}
      src={imageSrc}
      {...(imageSrcSet && { srcSet: imageSrcSet, sizes })}
      alt=""
      width={640}
      height={480}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
    />
  );
}
