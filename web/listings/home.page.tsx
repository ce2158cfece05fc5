import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { HomePage as Component } from './home-page.tsx';

export const loader = load(() => [
  queries.counties(),
  queries.topCategories(),
  queries.featuredAds(),
  queries.recentAds(),
]);
