import { load } from '../loading.ts';
import { queries } from '../queries.ts';
import { CLAIMED_CATEGORIES } from './home-claims.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { HomePage as Component } from './home-page.tsx';

export const loader = load(() => [
  queries.counties(),
  queries.topCategories(),
  queries.categoriesOf(CLAIMED_CATEGORIES),
  queries.featuredAds(),
  queries.recentAds(),
]);
