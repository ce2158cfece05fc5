import { load } from '../app/loader.ts';
import { adsOf, queries } from '../app/queries.ts';
import { refinedReads } from '../search/refined-reads.ts';

export { CityError as ErrorBoundary, CityPage as Component } from './city-page.tsx';

export const loader = load(({ params: { city = '' }, url }) => [
  queries.city(city),
  ...(refinedReads({ place: city }, url) ?? [
    queries.featuredIn(adsOf.city(city)),
    queries.adsIn(adsOf.city(city), url.searchParams.get('cursor')),
  ]),
]);
