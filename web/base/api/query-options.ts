import { type InfiniteData, infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import type { ZipListings } from '#contract/places.ts';
import type { ApiError, Page } from './api.ts';

const throwUnlessCached = (_error: ApiError, query: { state: { data: unknown } }) => query.state.data === undefined;

/** Reads a path of the API. */
export const read = <T>(path: string) =>
  queryOptions<T, ApiError>({ queryKey: [path], throwOnError: throwUnlessCached });

/** For featured listings, which rotate every minute but should not move while a visitor looks at them. */
export const neverStale = <Query extends object>(query: Query) => ({ ...query, staleTime: Number.POSITIVE_INFINITY });

/** Reads a text of the site. */
export const readText = <T>(name: string) => read<T>(`/api/texts/${name}`);

/** Reads a list of the API page by page. The second part of the key distinguishes it from a plain query of the same path. */
export const readInfinite = <T>(path: string) =>
  infiniteQueryOptions<Page<T>, ApiError, InfiniteData<Page<T>, string>, QueryKey, string>({
    queryKey: [path, 'pages'],
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    throwOnError: throwUnlessCached,
  });

/** One page of the listings of a ZIP code, with its location. */
type ZipPage = Page<Listing> & Omit<ZipListings, 'ads'>;
type ZipResponse = ZipListings & Partial<Pick<Page<Listing>, 'next'>>;

/** Reads the listings of a ZIP code page by page. */
export const readZip = (path: string) =>
  infiniteQueryOptions<ZipResponse, ApiError, InfiniteData<ZipPage, string>, QueryKey, string>({
    queryKey: [path, 'pages'],
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    select: toZipPages,
    throwOnError: throwUnlessCached,
  });

const toZipPages = ({ pages, pageParams }: InfiniteData<ZipResponse, string>): InfiniteData<ZipPage, string> => ({
  pages: pages.map(({ ads, next = null, ...place }) => ({ ...place, items: ads, next })),
  pageParams,
});
