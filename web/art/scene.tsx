import clsx from 'clsx';
import { isCounty } from './counties.ts';

/**
 * A county's scene for the head of a page, 1600×480, cut to whatever size its classes give it. Decorative.
 * @param county its slug; anything else, or nothing, shows Southern California
 */
export function Scene({ county, className }: { county?: string; className?: string }) {
  return (
    <img
      src={`/postcards/${county && isCounty(county) ? county : 'southern-california'}-wide.svg`}
      alt=""
      width={1600}
      height={480}
      decoding="async"
      className={clsx('object-cover', className)}
    />
  );
}
