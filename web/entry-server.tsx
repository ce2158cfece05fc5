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
import { loadModule, queryClientContext } from './loading.ts';
import { routes } from './routes.tsx';
import { type Site, SiteProvider } from './shell/site.tsx';

export { ApiError, asPage };

// A lazy route would be imported anew for each page, which takes longer than to render some.
await Promise.all(routes.flatMap(({ children = [] }) => children).map(loadModule));
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

interface PageParts {
  site: Site;
  read: Read;
  assets: Assets;
}

/**
 * Renders the page of a URL as an anonymous visitor sees it.
 * @param url path and query
 * @returns the status and the whole document
 */
export async function render(
  url: string,
  { site, read, assets }: PageParts,
): Promise<{ status: number; html: string }> {
  const { tree, status, state } = await prepare(url, { site, read });
  const markup = renderToString(tree);
  const head = markup.match(HOISTED)?.[0] ?? '';
  return { status, html: htmlDocument({ head, body: markup.slice(head.length), state, assets }) };
}

/** Reads what a page needs, and gives its React tree, ready to be rendered. The bench renders it alone, to compare. */
export async function prepare(url: string, { site, read }: Omit<PageParts, 'assets'>) {
  const client = createQueryClient(read);
  const requestContext = new RouterContextProvider();
  requestContext.set(queryClientContext, client);
  const answer = await handler.query(new Request(site.origin + url), { requestContext });
  if (answer instanceof Response) throw new Error(`The page ${url} answered a response instead of content`);

  const failure = Object.entries(answer.errors ?? {})[0];
  const errors = failure ? { [failure[0]]: asFailure(failure[1]) } : null;
  const context = { ...answer, errors };
  const data = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.data === undefined ? [] : [[queryKey, state.data]]));
  const state = { site, data, loaderData: context.loaderData, errors } as PageState;
  const leaf = context.matches.at(-1)?.route.handle as PageRoute | undefined;
  return {
    tree: (
      <QueryClientProvider client={client}>
        <SiteProvider site={site}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </SiteProvider>
      </QueryClientProvider>
    ),
    state,
    status: errors ? (Object.values(errors)[0]?.status ?? 500) : (leaf?.status ?? 200),
  };
}

// React puts the metadata of a page before its first other element.
const HOISTED = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/;

// What the API answered is the page's failure; anything else is ours, and becomes a 500 without words.
function asFailure(error: unknown) {
  if (!(error instanceof ApiError)) throw error;
  return { status: error.status, message: error.message };
}
