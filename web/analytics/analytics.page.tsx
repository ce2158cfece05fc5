import { createLoader } from '../app/loader.ts';
import { parseListingId } from '../listings/listing-id.ts';

export { ListingError as ErrorBoundary } from '../listings/listing-error.tsx';
export { AnalyticsPage as Component } from './analytics-page.tsx';

export const loader = createLoader(({ params }) => {
  parseListingId(params.id);
  return [];
});
