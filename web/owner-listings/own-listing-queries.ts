import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListingPage } from '#contract/listings.ts';
import type { ListingStatus, OwnerListing, OwnerListingPage } from '#contract/owner-listings.ts';
import type { ApiError, Page } from '../app/api.ts';
import { invalidateUserOnAuthError } from '../session/session.ts';

// Here and not in queries.ts, so that public pages do not load them.

/** The API's list of the user's own listings. Signing out drops everything cached below it. */
export const OWN_LISTINGS_PATH = '/api/user/ads';

/** Listings per page: nearly every owner has fewer, so the first page can sum up all of them. */
export const OWN_LISTINGS_PAGE_SIZE = 50;

/** The path of the first page of the user's listings, newest first. @param status only these; '' for all but deleted ones */
export const ownListingsPath = (status: ListingStatus | '' = '') =>
  `${OWN_LISTINGS_PATH}?${new URLSearchParams({ ...(status && { status }), limit: String(OWN_LISTINGS_PAGE_SIZE) })}`;

/** That page, for all listings but deleted ones. */
export const ownListingsQuery = queryOptions<Page<OwnerListing>, ApiError>({ queryKey: [ownListingsPath()] });

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
