import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ApiError } from '../app/api.ts';
import { queries } from '../app/queries.ts';
import { useCursor } from '../listings/continued.tsx';
import { type Listed, parametersOf, refinedOf } from './listed.ts';
import { useRefining } from './refining.ts';
import type { Search } from './sought.ts';
import { countOf } from './words.ts';

/** What a search finds, how it was understood, and what changes its filters. */
export type Results = ReturnType<typeof useResults>;

/** A change of filters leaves what was found in its place until the new is here, and a failure leaves the filters. */
const inPlace = (all: Search = {}) => ({
  placeholderData: <Found>(found: Found | undefined, former?: { queryKey: QueryKey }) => {
    // What another page listed is none of it.
    const said = new URLSearchParams(String(former?.queryKey[0]).split('?')[1]);
    return parametersOf(all).every((name) => said.get(name) === all[name]) ? found : undefined;
  },
  throwOnError: ({ status }: ApiError) => status === 400 || status === 404,
});

/**
 * Reads what a search finds.
 * @param listed where it is of what a page lists; nothing is read while that shows all of it, without a search
 */
export function useResults(search: Search, listed?: Listed, enabled = true) {
  const cursor = useCursor();
  const understood = useQuery({ ...queries.searchAbout(search), ...inPlace(listed?.all), enabled });
  const list = useInfiniteQuery({ ...queries.search(search, cursor), ...inPlace(listed?.all), enabled });
  const about = understood.data;
  const failure = list.isFetchNextPageError ? null : (list.error ?? understood.error);
  const isThere = enabled && about && !list.isPlaceholderData && !failure;
  return {
    search,
    listed,
    about,
    list,
    failure,
    retry: () => {
      for (const { isError, refetch } of [understood, list]) if (isError) refetch();
    },
    isContinued: cursor !== null,
    refining: useRefining(search, listed),
    /** How many there are, in words; empty until that is known. */
    found: isThere ? countOf(about.total) : '',
  };
}

/** What the address asks for of what a page lists; `isRefined` unless that is all of it. */
export function useListed(listed: Listed) {
  const search = refinedOf(listed.all, useSearchParams()[0]);
  return { ...useResults(search ?? listed.all, listed, search !== undefined), isRefined: search !== undefined };
}
