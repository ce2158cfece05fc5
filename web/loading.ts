import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { createContext, type LoaderFunctionArgs, type RouteObject } from 'react-router';

/** Where loaders find the query client of their request (server) or of the page (browser). */
export const queryClientContext = createContext<QueryClient>();

/** A query by its API path; with `initialPageParam` a list that grows by pages. */
export type PageQuery = Pick<FetchQueryOptions, 'queryKey'> & { initialPageParam?: unknown };

/** What a page's queries are made from: the URL's parameters, decoded. */
export interface PageAddress {
  params: Record<string, string>;
  url: URL;
}

/**
 * A route loader that provides a page's queries. On the server it awaits them, and a failure becomes the page's status
 * and reaches its `ErrorBoundary` as `{ status, message }`. In the browser it only starts them: components show their
 * skeletons meanwhile, and a failure reaches the same boundary through `throwOnError`.
 */
export function load(queriesOf: (address: PageAddress) => PageQuery[]) {
  return async ({ params, request, context }: LoaderFunctionArgs) => {
    const client = context.get(queryClientContext);
    const queries = queriesOf({ params: params as Record<string, string>, url: new URL(request.url) });
    const started = queries.map(({ queryKey, initialPageParam }) =>
      initialPageParam === undefined
        ? client.fetchQuery({ queryKey })
        : client.fetchInfiniteQuery({ queryKey, initialPageParam, getNextPageParam: () => null }),
    );
    const done = Promise.all(started);
    if (import.meta.env.SSR) await done;
    else done.catch(() => {});
    return null;
  };
}

/** Loads the module of a lazy route into the route, so that it is there when the router or the first render needs it. */
export async function loadModule(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  Object.assign(route, await route.lazy(), { lazy: undefined });
}
