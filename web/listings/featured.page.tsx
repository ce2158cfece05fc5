import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { FeaturedPage as Component } from './featured-page.tsx';

export const loader = load(({ url }) => [queries.allFeaturedAds(url.searchParams.get('cursor'))]);
