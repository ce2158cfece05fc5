import { isCounty } from './counties.ts';
import { getVariant } from './variants.ts';

/**
 * A picture of a county, 640×400, for what has no photo. Decorative: the words stand beside it.
 * @param county its slug; anything else shows Southern California
 * @param seed an id: the same one always shows the same picture
 * @param variant 0 to 5 instead, where neighbours must differ (`getVariants`)
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
