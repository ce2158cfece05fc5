import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { BlogPage as Component } from './blog-page.tsx';

export const loader = load(() => [queries.posts()]);
