import { isCounty } from './counties.ts';
import { getVariant } from './variants.ts';

/**
 * A picture of a county, 640×400, for listings without a photo. Decorative.
 * @param county its slug; anything else shows Southern California
 * @param seed an id that determines the picture
 * @param variant 0 to 5, instead of the one of the seed, so that neighbours differ (`getVariants`)
 */
export function Postcard({
  county,
  seed,
  variant = getVariant(seed),
  className,
}: {
  county: string;
  seed: number;
  variant?: number;
  className?: string;
}) {
  return (
    <img
      src={`/postcards/${isCounty(county) ? county : 'southern-california'}-${variant}.svg`}
      alt=""
      width={640}
      height={400}
      loading="lazy"
      className={className}
    />
  );
}
