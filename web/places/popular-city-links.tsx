import { POPULAR_CITIES } from './popular-cities.ts';

/** The 28 well-known cities in columns. */
export function PopularCityLinks() {
  return (
    <ul className="columns-2 gap-x-6 sm:columns-3 lg:columns-4">
      {POPULAR_CITIES.map(({ name, slug }) => (
        <li key={slug} className="break-inside-avoid border-b">
          <a href={`/city/${slug}`} className="flex min-h-11 items-center hover:text-pacific">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
