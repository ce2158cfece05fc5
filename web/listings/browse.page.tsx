import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { BrowsePage as Component } from './browse-page.tsx';

export const loader = createLoader(({ url }) => [
  queries.topCategories(),
  queries.allListings(url.searchParams.get('cursor')),
]);
