import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { HomePage as Component } from './home-page.tsx';

export const loader = load(() => [
  queries.counties(),
  queries.topCategories(),
  queries.featuredAds(),
  queries.recentAds(),
]);
