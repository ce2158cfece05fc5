import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { BlogPage as Component } from './blog-page.tsx';

export const loader = load(() => [queries.posts()]);
