import { load } from '../app/loader.ts';
import { adsOf, queries } from '../app/queries.ts';
import { refinedReads } from '../search/refined-reads.ts';

export { CityCategoryError as ErrorBoundary, CityCategoryPage as Component } from './city-category-page.tsx';

export const loader = load(({ params: { city = '', category = '' }, url }) => [
  queries.cityCategory(city, category),
  ...(refinedReads({ place: city, category }, url) ?? [
    queries.featuredOf(adsOf.cityCategory(city, category)),
    queries.restOf(adsOf.cityCategory(city, category), url.searchParams.get('cursor')),
  ]),
]);
