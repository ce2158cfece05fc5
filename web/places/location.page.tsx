import { OUTSIDE_REGIONS } from '#contract/regions.ts';
import { load } from '../app/loader.ts';
import { adsOf, queries } from '../app/queries.ts';

export { LocationError as ErrorBoundary, LocationPage as Component } from './location-page.tsx';

export const loader = load(({ params: { location = '' }, url }) => {
  if (OUTSIDE_REGIONS.some(({ slug }) => slug === location)) return [queries.locations()];
  return [
    queries.location(location),
    queries.locations(),
    queries.featuredOf(adsOf.location(location)),
    queries.restOf(adsOf.location(location), url.searchParams.get('cursor')),
  ];
});
