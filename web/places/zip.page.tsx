import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { ZipError as ErrorBoundary, ZipPage as Component } from './zip-page.tsx';

export const loader = load(({ params: { zip = '' }, url }) => [
  queries.featuredInZip(zip),
  queries.restInZip(zip, url.searchParams.get('cursor')),
]);
