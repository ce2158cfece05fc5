import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ApiError } from '../app/api.ts';
import { queries } from '../app/queries.ts';
import { useCursor } from '../listings/continued-notice.tsx';
import { countLabel } from './labels.ts';
import { type ListingScope, paramNames, parseRefinement } from './listing-scope.ts';
import type { SearchParams } from './search-params.ts';
import { useSearchFilters } from './use-search-filters.ts';

/** What a search finds, how it was understood, and what changes its filters. */
export type SearchResults = ReturnType<typeof useSearchResults>;

/** A change of filters leaves what was found in its place until the new is here, and a failure leaves the filters. */
const placeholderOptions = (base: SearchParams = {}) => ({
  placeholderData: <T>(data: T | undefined, previousQuery?: { queryKey: QueryKey }) => {
    // What another page listed is none of it.
    const params = new URLSearchParams(String(previousQuery?.queryKey[0]).split('?')[1]);
    return paramNames(base).every((name) => params.get(name) === base[name]) ? data : undefined;
  },
  throwOnError: ({ status }: ApiError) => status === 400 || status === 404,
});

/**
 * Reads what a search finds.
 * @param listed where it is of what a page lists; nothing is read while that shows all of it, without a search
 */
export function useSearchResults(search: SearchParams, scope?: ListingScope, enabled = true) {
  const cursor = useCursor();
  const aboutQuery = useQuery({ ...queries.searchAbout(search), ...placeholderOptions(scope?.search), enabled });
  const list = useInfiniteQuery({ ...queries.search(search, cursor), ...placeholderOptions(scope?.search), enabled });
  const about = aboutQuery.data;
  const failure = list.isFetchNextPageError ? null : (list.error ?? aboutQuery.error);
  const isLoaded = enabled && about && !list.isPlaceholderData && !failure;
  return {
    search,
    scope,
    about,
    list,
    failure,
    retry: () => {
      for (const { isError, refetch } of [aboutQuery, list]) if (isError) refetch();
    },
    isContinued: cursor !== null,
    filters: useSearchFilters(search, scope),
    /** How many there are, in words; empty until that is known. */
    countText: isLoaded ? countLabel(about.total) : '',
  };
}

/** What the address asks for of what a page lists; `isRefined` unless that is all of it. */
export function useScopedResults(scope: ListingScope) {
  const search = parseRefinement(scope.search, useSearchParams()[0]);
  return { ...useSearchResults(search ?? scope.search, scope, search !== undefined), isRefined: search !== undefined };
}
