import { createLoader } from '../app/loader.ts';
import { listingPaths, queries } from '../app/queries.ts';

export { CountyError as ErrorBoundary, CountyPage as Component } from './county-page.tsx';

export const loader = createLoader(({ params: { county = '' }, url }) => [
  queries.county(county),
  queries.featuredInPlace(listingPaths.county(county)),
  queries.listingsInPlace(listingPaths.county(county), url.searchParams.get('cursor')),
]);
