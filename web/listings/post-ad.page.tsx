import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { PostAdPage as Component } from './post-ad-page.tsx';

export const loader = load(() => [queries.categories(), queries.locations()]);
