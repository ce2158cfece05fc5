import { createLoader } from '../app/loader.ts';
import { listingPaths, queries } from '../app/queries.ts';
import { refinedQueries } from '../search/refined-queries.ts';

export { CityCategoryError as ErrorBoundary, CityCategoryPage as Component } from './city-category-page.tsx';

export const loader = createLoader(({ params: { city = '', category = '' }, url }) => [
  queries.cityCategory(city, category),
  ...(refinedQueries({ place: city, category }, url) ?? [
    queries.featuredListingsIn(listingPaths.cityCategory(city, category)),
    queries.otherListingsIn(listingPaths.cityCategory(city, category), url.searchParams.get('cursor')),
  ]),
]);
