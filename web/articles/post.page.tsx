import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PostError as ErrorBoundary, PostPage as Component } from './post-page.tsx';

export const loader = load(({ params: { slug = '' } }) => [queries.post(slug), queries.posts()]);
