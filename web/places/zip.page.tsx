import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { ZipError as ErrorBoundary, ZipPage as Component } from './zip-page.tsx';

export const loader = createLoader(({ params: { zip = '' }, url }) => [
  queries.featuredListingsInZip(zip),
  queries.otherListingsInZip(zip, url.searchParams.get('cursor')),
]);
