import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { FeaturedPage as Component } from './featured-page.tsx';

export const loader = createLoader(({ url }) => [queries.allFeaturedListings(url.searchParams.get('cursor'))]);
