import { useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { Postcard } from '../art/postcard.tsx';

/**
 * A listing's photo, or the postcard of its county if there is no photo or it fails to load. Decorative (empty `alt`): the
 * title is beside it.
 * @param variant which of the county's postcards, so that neighbors differ (`variantsOf`)
 * @param sizes the `sizes` attribute for photos of several widths
 * @param eager whether to load it at once; for the picture at the top of a page
 */
export function ListingPicture({
  listing: { id, county, imageUrl, imageSrcSet },
  variant,
  sizes,
  className,
  eager = false,
}: {
  listing: Pick<Listing, 'id' | 'imageUrl'> & Partial<Pick<Listing, 'imageSrcSet'>> & { county: { slug: string } };
  variant?: number;
  sizes?: string;
  className?: string;
  eager?: boolean;
}) {
  const [broken, setBroken] = useState<string>();
  if (!imageUrl || broken === imageUrl)
    return <Postcard county={county.slug} seed={id} variant={variant} className={className} />;
  return (
    <img
      // The image may have failed before hydration.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0) setBroken(imageUrl);
      }}
      onError={() => setBroken(imageUrl)}
      src={imageUrl}
      {...(imageSrcSet && { srcSet: imageSrcSet, sizes })}
      alt=""
      width={640}
      height={400}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      referrerPolicy="no-referrer"
      className={className}
    />
  );
}
