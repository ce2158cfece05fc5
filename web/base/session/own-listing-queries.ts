import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListingPage } from '#contract/listings.ts';
import type { ListingStatus, OwnerListing, OwnerListingPage } from '#contract/owner-listings.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { invalidateUserOnAuthError } from './session.ts';

// Not in web/base/api/queries.ts, so that public pages do not load them.

/** The API's list of the user's own listings. Signing out drops everything cached below it. */
export const OWN_LISTINGS_PATH = '/api/user/ads';

/** The API's list of the plans that renew automatically. */
export const AUTO_RENEWALS_PATH = '/api/user/auto-renewals';

/** Listings per page: nearly every owner has fewer, so the first page can summarize all of them. */
export const OWN_LISTINGS_PAGE_SIZE = 50;

/** The path of the first page of the user's listings, newest first. @param status only these; '' for all but deleted ones */
export const ownListingsPath = (status: ListingStatus | '' = '') =>
  `${OWN_LISTINGS_PATH}?${new URLSearchParams({ ...(status && { status }), limit: String(OWN_LISTINGS_PAGE_SIZE) })}`;

/** The first page of the user's listings without deleted ones. */
export const ownListingsQuery = queryOptions<Page<OwnerListing>, ApiError>({ queryKey: [ownListingsPath()] });

/** One of the user's listings, with the values of its form. */
export const ownListingQuery = (id: string | number) =>
  queryOptions<OwnerListingPage, ApiError>({ queryKey: [`${OWN_LISTINGS_PATH}/${id}`] });

const previewQuery = (id: string) =>
  queryOptions<ListingPage, ApiError>({ queryKey: [`${OWN_LISTINGS_PATH}/${id}/preview`] });

/** One of the user's listings, refetched when the page opens and undefined until then. Errors reach the page's error boundary. */
export const useOwnListing = (id: string) => useFreshQuery(ownListingQuery(id));

/** The listing's public page, or its preview. Fetched like `useOwnListing`. */
export const useListingPreview = (id: string) => useFreshQuery(previewQuery(id));

function useFreshQuery<T>(query: ReturnType<typeof queryOptions<T, ApiError>>): T | undefined {
  const client = useQueryClient();
  const { data, error, isFetchedAfterMount } = useQuery({
    ...query,
    staleTime: 0,
    // 401 leads to signing in, which is no error of the page.
    throwOnError: ({ status }, { state }) => status !== 401 && state.data === undefined,
  });
  useEffect(() => {
    if (error) invalidateUserOnAuthError(client, error);
  }, [client, error]);
  return isFetchedAfterMount ? data : undefined;
}
