import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { BrowsePage as Component } from './browse-page.tsx';

export const loader = load(({ url }) => [queries.topCategories(), queries.allAds(url.searchParams.get('cursor'))]);
