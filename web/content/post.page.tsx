import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PostError as ErrorBoundary, PostPage as Component } from './post-page.tsx';

export const loader = createLoader(({ params: { slug = '' } }) => [queries.post(slug), queries.posts()]);
