import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { PostAdPage as Component } from './post-ad-page.tsx';

export const loader = load(() => [queries.categories(), queries.locations()]);
