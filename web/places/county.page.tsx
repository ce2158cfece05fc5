import { load } from '../app/loader.ts';
import { adsOf, queries } from '../app/queries.ts';

export { CountyError as ErrorBoundary, CountyPage as Component } from './county-page.tsx';

export const loader = load(({ params: { county = '' }, url }) => [
  queries.county(county),
  queries.featuredIn(adsOf.county(county)),
  queries.adsIn(adsOf.county(county), url.searchParams.get('cursor')),
]);
