import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { createContext, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { ApiReader } from './api.ts';

/** The query client of the request (server) or of the page (browser). */
export const queryClientContext = createContext<QueryClient>();

/** The function with which the loaders of this request read the API. */
export const apiReaderContext = createContext<ApiReader>();

/** A query whose key is its API path; an infinite query if it has an `initialPageParam`. The page can do without one that never throws. */
export type PageQuery = Pick<FetchQueryOptions, 'queryKey'> & { initialPageParam?: unknown; throwOnError?: unknown };

/** What the queries of a page depend on: the decoded route parameters and the URL. */
export interface LoaderAddress {
  params: Record<string, string>;
  url: URL;
}

/**
 * A route loader that provides a page's queries. On the server it awaits them, and a failure becomes the page's status
 * and reaches its `ErrorBoundary` as `{ status, message, path }`. In the browser it only starts them: components show their
 * skeletons meanwhile, and a failure reaches the same boundary through `throwOnError`.
 */
export function createLoader(getQueries: (address: LoaderAddress) => PageQuery[]) {
  return async ({ params, request, context }: LoaderFunctionArgs) => {
    const queries = getQueries({ params: params as Record<string, string>, url: new URL(request.url) });
    const provide = import.meta.env.SSR ? awaitQueries : prefetchQueries;
    await provide(queries, context.get(queryClientContext), context.get(apiReaderContext));
    return null;
  };
}

/**
 * Reads all queries and puts the results into the cache directly, because the server needs no retries or cancellation. The
 * order, and of several failures the one that counts, is that of the queries and not of the responses, so that the HTML is the same
 * each time and in every process.
 */
async function awaitQueries(queries: PageQuery[], client: QueryClient, read: ApiReader) {
  const results = await Promise.allSettled(queries.map(({ queryKey }) => read(String(queryKey[0]))));
  for (const [i, { queryKey, initialPageParam, throwOnError }] of queries.entries()) {
    const result = results[i] as (typeof results)[number];
    if (result.status === 'rejected') {
      if (throwOnError === false) continue;
      throw result.reason;
    }
    const data = result.value;
    client.setQueryData(
      queryKey,
      initialPageParam === undefined ? data : { pages: [data], pageParams: [initialPageParam] },
    );
  }
}

/** Prefetches with all options of the queries, such as `staleTime`. A prefetch never rejects: its query holds the error. */
function prefetchQueries(queries: PageQuery[], client: QueryClient) {
  for (const { initialPageParam, ...query } of queries) {
    if (initialPageParam === undefined) void client.prefetchQuery(query);
    else void client.prefetchInfiniteQuery({ ...query, initialPageParam, getNextPageParam: () => null });
  }
}

/** Loads the module of a lazy route into the route object, so that the router and the first render need not wait for it. */
export async function loadRouteModule(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  Object.assign(route, await route.lazy(), { lazy: undefined });
}
