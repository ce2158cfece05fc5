import { lazy, Suspense } from 'react';
import { ListingRowSkeletons } from '#web/listings/listing-rows.tsx';
import type { SearchResults } from './use-search-results.ts';

// Only addresses with filters show it. The server renders in one go, so it loads the module at the start.
const RefinedList = import.meta.env.SSR
  ? (await import('./refined-list.tsx')).default
  : lazy(() => import('./refined-list.tsx'));

/** The filtered listings of a scoped page: a heading with their number, the active filters and the rows. */
export function RefinedListings({ results }: { results: SearchResults }) {
  return (
    <Suspense fallback={<ListingRowSkeletons count={6} />}>
      <RefinedList results={results} />
    </Suspense>
  );
}
