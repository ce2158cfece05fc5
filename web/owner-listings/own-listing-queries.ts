import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListingPage } from '#contract/listings.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import type { ApiError } from '../app/api.ts';
import { invalidateUserOnAuthError } from '../session/session.ts';

// These reads stand here and not in queries.ts, so that the pages for everyone do not carry them.

/** The API's list of one's own listings. Whoever signs out takes along what was read below it. */
export const OWN_LISTINGS_PATH = '/api/user/ads';

/** One's own listing with what its form holds. */
export const ownListingQuery = (id: string | number) =>
  queryOptions<OwnerListingPage, ApiError>({ queryKey: [`${OWN_LISTINGS_PATH}/${id}`] });

const previewQuery = (id: string) =>
  queryOptions<ListingPage, ApiError>({ queryKey: [`${OWN_LISTINGS_PATH}/${id}/preview`] });

/** One's own listing as it is now; undefined until it was read since the page was opened. Failures reach the page's boundary. */
export const useOwnListing = (id: string) => useFreshQuery(ownListingQuery(id));

/** The same as visitors see it, or would. */
export const useListingPreview = (id: string) => useFreshQuery(previewQuery(id));

function useFreshQuery<T>(query: ReturnType<typeof queryOptions<T, ApiError>>): T | undefined {
  const client = useQueryClient();
  const { data, error, isFetchedAfterMount } = useQuery({
    ...query,
    staleTime: 0,
    // Who is no longer signed in is led to sign in; that is no failure of the page.
    throwOnError: ({ status }, { state }) => status !== 401 && state.data === undefined,
  });
  useEffect(() => {
    if (error) invalidateUserOnAuthError(client, error);
  }, [client, error]);
  return isFetchedAfterMount ? data : undefined;
}
