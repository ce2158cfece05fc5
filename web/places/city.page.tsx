import { refinedReads } from '../listings/search/refined-reads.ts';
import { load } from '../loading.ts';
import { adsOf, queries } from '../queries.ts';

export { CityError as ErrorBoundary, CityPage as Component } from './city-page.tsx';

export const loader = load(({ params: { city = '' }, url }) => [
  queries.city(city),
  ...(refinedReads({ place: city }, url) ?? [
    queries.featuredIn(adsOf.city(city)),
    queries.adsIn(adsOf.city(city), url.searchParams.get('cursor')),
  ]),
]);
