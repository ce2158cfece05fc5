import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { BrowsePage as Component } from './browse-page.tsx';

export const loader = load(({ url }) => [queries.topCategories(), queries.allAds(url.searchParams.get('cursor'))]);
