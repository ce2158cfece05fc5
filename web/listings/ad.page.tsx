import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';
import { parseListingId } from './listing-id.ts';

export { ListingError as ErrorBoundary } from './listing-error.tsx';
export { ListingPage as Component } from './listing-page.tsx';

export const loader = createLoader(({ params }) => {
  const id = parseListingId(params.id);
  return [queries.listing(id), queries.relatedListings(id)];
});
