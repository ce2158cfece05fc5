import { load } from '../loading.ts';
import { adsOf, queries } from '../queries.ts';

export { CityCategoryError as ErrorBoundary, CityCategoryPage as Component } from './city-category-page.tsx';

export const loader = load(({ params: { city = '', category = '' }, url }) => [
  queries.cityCategory(city, category),
  queries.featuredOf(adsOf.cityCategory(city, category)),
  queries.restOf(adsOf.cityCategory(city, category), url.searchParams.get('cursor')),
]);
