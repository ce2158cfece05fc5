import { POPULAR_CITIES } from '#web/base/layout/popular-cities.ts';

/** Links to the popular cities in columns. */
export function PopularCityLinks() {
  return (
    <ul className="name-columns popular-cities sm:columns-3 lg:columns-4">
      {POPULAR_CITIES.map(({ name, slug }) => (
        <li key={slug}>
          <a href={`/city/${slug}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
