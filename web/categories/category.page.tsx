import { load } from '../app/loader.ts';
import { adsOf, queries } from '../app/queries.ts';
import { refinedReads } from '../search/refined-reads.ts';

export { CategoryError as ErrorBoundary, CategoryPage as Component } from './category-page.tsx';

export const loader = load(({ params: { slug = '' }, url }) => [
  queries.category(slug),
  ...(refinedReads({ category: slug }, url) ?? [
    queries.featuredOf(adsOf.category(slug)),
    queries.restOf(adsOf.category(slug), url.searchParams.get('cursor')),
  ]),
]);
