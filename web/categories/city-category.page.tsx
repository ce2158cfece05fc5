import { refinedReads } from '../listings/search/refined-reads.ts';
import { load } from '../loading.ts';
import { adsOf, queries } from '../queries.ts';

export { CityCategoryError as ErrorBoundary, CityCategoryPage as Component } from './city-category-page.tsx';

export const loader = load(({ params: { city = '', category = '' }, url }) => [
  queries.cityCategory(city, category),
  ...(refinedReads({ place: city, category }, url) ?? [
    queries.featuredOf(adsOf.cityCategory(city, category)),
    queries.restOf(adsOf.cityCategory(city, category), url.searchParams.get('cursor')),
  ]),
]);
