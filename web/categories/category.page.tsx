import { createLoader } from '../app/loader.ts';
import { listingPaths, queries } from '../app/queries.ts';
import { refinedQueries } from '../search/refined-queries.ts';

export { CategoryError as ErrorBoundary, CategoryPage as Component } from './category-page.tsx';

export const loader = createLoader(({ params: { slug = '' }, url }) => [
  queries.category(slug),
  ...(refinedQueries({ category: slug }, url) ?? [
    queries.featuredListingsIn(listingPaths.category(slug)),
    queries.otherListingsIn(listingPaths.category(slug), url.searchParams.get('cursor')),
  ]),
]);
