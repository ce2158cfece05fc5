import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { createContext, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { ApiReader } from './api.ts';

/** Where loaders find the query client of their request (server) or of the page (browser). */
export const queryClientContext = createContext<QueryClient>();

/** How the loaders of this request read the API. */
export const apiReaderContext = createContext<ApiReader>();

/** A query by its API path; with `initialPageParam` a list that grows by pages. */
export type PageQuery = Pick<FetchQueryOptions, 'queryKey'> & { initialPageParam?: unknown };

/** What a page's queries are made from: the URL's parameters, decoded. */
export interface LoaderAddress {
  params: Record<string, string>;
  url: URL;
}

/**
 * A route loader that provides a page's queries. On the server it awaits them, and a failure becomes the page's status
 * and reaches its `ErrorBoundary` as `{ status, message }`. In the browser it only starts them: components show their
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
 * Puts what is read straight into the client: on the server nobody waits, retries or cancels. In the order of the queries,
 * whichever answer comes first, so that a page is the same each time and in every process.
 */
async function awaitQueries(queries: PageQuery[], client: QueryClient, read: ApiReader) {
  const results = await Promise.all(queries.map(({ queryKey }) => read(String(queryKey[0]))));
  for (const [i, { queryKey, initialPageParam }] of queries.entries()) {
    const data = results[i];
    client.setQueryData(
      queryKey,
      initialPageParam === undefined ? data : { pages: [data], pageParams: [initialPageParam] },
    );
  }
}

/** Starts whole queries, because some define how long their data lasts. A prefetch never rejects: its query has the error. */
function prefetchQueries(queries: PageQuery[], client: QueryClient) {
  for (const { initialPageParam, ...query } of queries) {
    if (initialPageParam === undefined) void client.prefetchQuery(query);
    else void client.prefetchInfiniteQuery({ ...query, initialPageParam, getNextPageParam: () => null });
  }
}

/** Loads the module of a lazy route into the route, so that it is there when the router or the first render needs it. */
export async function loadRouteModule(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  Object.assign(route, await route.lazy(), { lazy: undefined });
}
