import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { PostListingPage as Component } from './post-listing-page.tsx';

export const loader = createLoader(() => [queries.categories(), queries.locations()]);
