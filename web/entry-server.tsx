import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import { ApiError, asPage, createQueryClient, type Read } from './api.ts';
import { type Assets, htmlDocument } from './document.tsx';
import type { PageState } from './hydration.ts';
import { queryClientContext } from './loading.ts';
import { routes } from './routes.tsx';
import { type Site, SiteProvider } from './shell/site.tsx';

export { ApiError, asPage };

const handler = createStaticHandler(routes);

/** What a path's page is: the module that shows it, and the query parameters that it reads. */
export interface PageRoute {
  file: string;
  reads: string[];
  /** 404 for the page of addresses that lead nowhere. */
  status?: number;
}

/** Which page answers a path; there is one for every path, if only to say that nothing is there. */
export function routeOf(pathname: string): PageRoute {
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle as PageRoute;
}

/**
 * Renders the page of a URL as an anonymous visitor sees it.
 * @param url path and query
 * @param read how the page reads the API
 * @returns the status and the whole document
 */
export async function render(url: string, { site, read, assets }: { site: Site; read: Read; assets: Assets }) {
  const client = createQueryClient(read);
  const requestContext = new RouterContextProvider();
  requestContext.set(queryClientContext, client);
  const context = await handler.query(new Request(site.origin + url), { requestContext });
  if (context instanceof Response) throw new Error(`The page ${url} answered a response instead of content`);

  const failure = context.errors && asApiError(Object.values(context.errors)[0]);
  const errors = failure && {
    [Object.keys(context.errors ?? {})[0] as string]: { status: failure.status, message: failure.message },
  };
  const markup = renderToString(
    <QueryClientProvider client={client}>
      <SiteProvider site={site}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, { ...context, errors })}
          context={{ ...context, errors }}
          hydrate={false}
        />
      </SiteProvider>
    </QueryClientProvider>,
  );
  const data = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data]) as PageState['data'];
  client.clear();

  const head = markup.match(HOISTED)?.[0] ?? '';
  const state: PageState = { site, data, loaderData: context.loaderData, errors };
  return {
    status: failure?.status ?? (context.matches.at(-1)?.route.handle as PageRoute | undefined)?.status ?? 200,
    html: htmlDocument({ head, body: markup.slice(head.length), state, assets }),
  };
}

// React puts the metadata of a page before its first other element.
const HOISTED = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/;

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
