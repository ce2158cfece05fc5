import type { PlaceLink } from '#contract/places.ts';
import { formatNumber } from '#web/base/i18n/format.ts';

/** Links to cities in columns, with their number of listings unless it is 0. */
export function CityCounts({ cities }: { cities: (PlaceLink & { count: number })[] }) {
  return (
    <ul className="name-columns counted columns-2 md:columns-3">
      {cities.map(({ name, slug, count }) => (
        <li key={slug}>
          <a href={`/city/${slug}`}>
            {name}
            {count > 0 && <small>{formatNumber(count)}</small>}
          </a>
        </li>
      ))}
    </ul>
  );
}
