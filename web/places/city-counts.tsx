import type { PlaceLink } from '#contract/places.ts';

/** Cities in columns with the number of their listings; those without any are quieter. */
export function CityCounts({ cities }: { cities: (PlaceLink & { count: number })[] }) {
  return (
    <ul className="name-columns columns-2 md:columns-3">
      {cities.map(({ name, slug, count }) => (
        <li key={slug}>
          {count > 0 ? (
            <a href={`/city/${slug}`}>
              {name}
              <small>{count.toLocaleString('en-US')}</small>
            </a>
          ) : (
            <a href={`/city/${slug}`} className="none">
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
