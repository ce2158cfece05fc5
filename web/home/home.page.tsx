import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { HomePage as Component } from './home-page.tsx';

export const loader = createLoader(() => [
  queries.counties(),
  queries.topCategories(),
  queries.featuredListings(),
  queries.recentListings(),
]);
