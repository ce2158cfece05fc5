import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { FeaturedPage as Component } from './featured-page.tsx';

export const loader = load(({ url }) => [queries.allFeaturedAds(url.searchParams.get('cursor'))]);
