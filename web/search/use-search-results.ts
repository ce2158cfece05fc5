import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ApiError } from '#web/base/api/api.ts';
import { queries } from '#web/base/api/queries.ts';
import { isRefined, type ListingScope, paramNames, parseScopedSearch } from '#web/base/search-box/listing-scope.ts';
import type { SearchParams } from '#web/base/search-box/search-params.ts';
import { useCursor } from '#web/listings/continued-notice.tsx';
import { countLabel } from './labels.ts';
import { useSearchFilters } from './use-search-filters.ts';

/** The results of a search, its summary, and its filters. */
export type SearchResults = ReturnType<typeof useSearchResults>;

/** Keeps the previous results while a filter change loads, and keeps the page (with its filters) when loading fails. */
const placeholderOptions = (base: SearchParams = {}) => ({
  placeholderData: <T>(data: T | undefined, previousQuery?: { queryKey: QueryKey }) => {
    // Results of another scope are not reused.
    const params = new URLSearchParams(String(previousQuery?.queryKey[0]).split('?')[1]);
    return paramNames(base).every((name) => params.get(name) === base[name]) ? data : undefined;
  },
  throwOnError: ({ status }: ApiError) => status === 400 || status === 404,
});

/**
 * Loads the results of a search.
 * @param scope the scope of the page, if it is not `/search`
 * @param enabled false on a scoped page without filters, which shows other lists and needs no search
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
    /** Read here and not where they are shown, which may not be loaded yet: a query tells only of what was read of it. */
    listings: list.data?.pages.flatMap(({ items }) => items),
    failure,
    retry: () => {
      for (const { isError, refetch } of [aboutQuery, list]) if (isError) refetch();
    },
    isContinued: cursor !== null,
    filters: useSearchFilters(search, scope),
    /** The number of results; undefined while loading. */
    total: isLoaded ? about.total : undefined,
    /** The count as text; empty while loading. */
    countText: isLoaded ? countLabel(about.total) : '',
  };
}

/** The results of a scoped page for the filters of its URL; `isRefined` tells whether it has any. */
export function useScopedResults(scope: ListingScope) {
  const search = parseScopedSearch(scope, useSearchParams()[0]);
  const refined = isRefined(scope, search);
  return { ...useSearchResults(search, scope, refined), isRefined: refined };
}
