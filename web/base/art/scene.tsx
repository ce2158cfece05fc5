import clsx from 'clsx';
import { isCounty } from './counties.ts';

/**
 * The scene of a county for the header of a page, 1600×480, cropped to the size of its classes. Decorative.
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
