import type { Ad } from '#contract/listings.ts';
import { Postcard } from '../art/postcard.tsx';

/**
 * A listing's photo, or the postcard of its county. Decorative: the title stands beside it.
 * @param variant which of the county's postcards, where neighbours must differ (`variantsOf`)
 * @param eager for the picture at the top of a page
 */
export function AdPicture({
  ad,
  variant,
  className,
  eager = false,
}: {
  ad: Ad;
  variant?: number;
  className?: string;
  eager?: boolean;
}) {
  if (!ad.imageUrl) return <Postcard county={ad.county.slug} seed={ad.id} variant={variant} className={className} />;
  return (
    <img
      src={ad.imageUrl}
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
