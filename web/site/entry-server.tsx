import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticRouter, matchRoutes, RouterContextProvider, StaticRouterProvider } from 'react-router';
import type { Notice } from '#contract/admin/notices.ts';
import type { Site } from '#contract/site.ts';
import { ApiError, type ApiReader, createQueryClient, toPage } from '#web/base/api/api.ts';
import { apiReaderContext, queryClientContext } from '#web/base/api/loader.ts';
import type { PageHandle } from '#web/base/api/page-handle.ts';
import type { PageState } from '#web/base/api/page-state.ts';
import { queries } from '#web/base/api/queries.ts';
import { SiteProvider } from '#web/base/api/site.tsx';
import { getTextPosition, renderShareImage, TEXT_WIDTH } from '#web/base/art/share-picture.ts';
import { BASE_NAME, toRoutePath } from '#web/base/i18n/language.ts';
import { Footer } from '#web/base/layout/footer.tsx';
import { FooterContext } from '#web/base/layout/static-footer.tsx';
import { selectNotices } from '#web/base/notices/notice-scopes.ts';
import { noticesHtml } from '#web/base/notices/notices-html.ts';
import { type Assets, renderDocument, renderFramedDocument } from './document.tsx';
import { getHandler } from './route-handlers.ts';

export { ApiError, getTextPosition, renderShareImage, TEXT_WIDTH, toPage };

/** The query parameters that the page of a path reads. */
export function getQueryParams(pathname: string): string[] {
  return getPageHandle(matchRoutes(getHandler(pathname).dataRoutes, pathname, BASE_NAME)).queryParams;
}

// Every path matches a route; the last one is the not-found page.
const getPageHandle = (matches: { route: { handle?: unknown } }[] | null) =>
  matches?.at(-1)?.route.handle as PageHandle;

interface RenderContext {
  site: Site;
  /** The notices that all pages show. */
  notices?: Notice[];
  read: ApiReader;
  /** The assets of a page module. */
  getAssets: (file: string) => Assets;
  /** Awaited before the page is rendered, which nothing interrupts. */
  acquireSlot?: () => Promise<void>;
}

/**
 * Renders the page of a URL as an anonymous visitor sees it.
 * @param url path and query
 * @returns the status and the whole document
 */
export async function render(
  url: string,
  { getAssets, acquireSlot, ...page }: RenderContext,
): Promise<{ status: number; html: string }> {
  const { tree, handle, status, ...parts } = await prepare(url, page);
  await acquireSlot?.();
  const [markup, assets] = [renderToString(tree), getAssets(handle.file)];
  const html = handle.isFramed
    ? renderFramedDocument({ markup, assets, url })
    : renderDocument({ markup, assets, ...parts });
  return { status, html };
}

/** Runs the loaders of a page and returns its React tree. Exported so that the benchmark can measure rendering alone. */
export async function prepare(
  url: string,
  { site, notices = [], read }: Pick<RenderContext, 'site' | 'notices' | 'read'>,
) {
  const handler = getHandler(url);
  const readNamed = withPathInErrors(read);
  const client = createQueryClient(readNamed);
  const requestContext = new RouterContextProvider();
  requestContext.set(queryClientContext, client);
  requestContext.set(apiReaderContext, readNamed);
  const result = await handler.query(new Request(site.origin + url), { requestContext });
  if (result instanceof Response) throw new Error(`The page ${url} answered a response instead of content`);

  const failure = Object.entries(result.errors ?? {})[0];
  const errors = failure ? { [failure[0]]: toRouteFailure(failure[1]) } : null;
  const context = { ...result, errors };
  client.setQueryData(queries.notices().queryKey, { items: notices, next: null });
  const data = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.data === undefined ? [] : [[queryKey, state.data]]));
  const state = { site, data, loaderData: context.loaderData, errors } as PageState;
  const handle = getPageHandle(context.matches);
  return {
    tree: (
      <QueryClientProvider client={client}>
        <SiteProvider site={site}>
          <FooterContext value={getFooter(site)}>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </FooterContext>
        </SiteProvider>
      </QueryClientProvider>
    ),
    handle,
    state,
    notices: noticesHtml(selectNotices(notices, toRoutePath(result.location.pathname), client)),
    status: Object.values(errors ?? {})[0]?.status ?? handle.status ?? 200,
  };
}

let cachedFooter = { of: '', content: { __html: '' } };

/** The content of the footer, made again when the settings of the site change. */
function getFooter(site: Site) {
  const of = JSON.stringify(site);
  if (cachedFooter.of === of) return cachedFooter.content;
  const markup = renderToStaticMarkup(
    <SiteProvider site={site}>
      <Footer />
    </SiteProvider>,
  );
  cachedFooter = { of, content: { __html: markup } };
  return cachedFooter.content;
}

// An error of the API becomes the status and message of the page; any other error is thrown and becomes a 500 without a message.
const withPathInErrors =
  (read: ApiReader): ApiReader =>
  async (path) => {
    try {
      return await read(path);
    } catch (error) {
      if (error instanceof ApiError) error.path = path;
      throw error;
    }
  };

function toRouteFailure(error: unknown) {
  if (!(error instanceof ApiError)) throw error;
  return { status: error.status, message: error.message, path: error.path };
}
