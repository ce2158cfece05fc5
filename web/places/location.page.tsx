import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import { createLoader } from '../app/loader.ts';
import { listingPaths, queries } from '../app/queries.ts';

export { LocationError as ErrorBoundary, LocationPage as Component } from './location-page.tsx';

export const loader = createLoader(({ params: { location = '' }, url }) => {
  if (REGIONS_OUTSIDE_CALIFORNIA.some(({ slug }) => slug === location)) return [queries.locations()];
  return [
    queries.location(location),
    queries.locations(),
    queries.featuredListingsIn(listingPaths.location(location)),
    queries.otherListingsIn(listingPaths.location(location), url.searchParams.get('cursor')),
  ];
});
