import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { ZipError as ErrorBoundary, ZipPage as Component } from './zip-page.tsx';

export const loader = load(({ params: { zip = '' }, url }) => [
  queries.featuredInZip(zip),
  queries.restInZip(zip, url.searchParams.get('cursor')),
]);
