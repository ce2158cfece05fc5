import { createLoader } from '../app/loader.ts';
import { listingPaths, queries } from '../app/queries.ts';
import { refinedQueries } from '../search/refined-queries.ts';

export { CityError as ErrorBoundary, CityPage as Component } from './city-page.tsx';

export const loader = createLoader(({ params: { city = '' }, url }) => [
  queries.city(city),
  ...(refinedQueries({ place: city }, url) ?? [
    queries.featuredInPlace(listingPaths.city(city)),
    queries.listingsInPlace(listingPaths.city(city), url.searchParams.get('cursor')),
  ]),
]);
