import type { RouteObject } from 'react-router';
import { createLoader, type LoaderAddress, type PageQuery } from '#web/base/api/loader.ts';
import type { PageHandle } from '#web/base/api/page-handle.ts';
import { PageError } from '#web/base/layout/page-error.tsx';

/** The exports of a page module: only components, because React Refresh cannot replace modules with other exports. */
type PageModule = Pick<RouteObject, 'Component' | 'ErrorBoundary'>;

interface PageOptions extends Pick<PageHandle, 'isFramed' | 'isPlace' | 'status'> {
  queryParams?: string[];
  /** The queries of the page. The server awaits them; the browser starts them together with the download of the module. */
  queries?: (address: LoaderAddress) => PageQuery[];
}

const modules = import.meta.glob<PageModule>('/web/**/*-page.tsx');

/**
 * Creates the route of a page.
 * @param path in the notation of React Router
 * @param name path of its module below `web/`, without `.tsx`: `home/home-page`
 * @throws {Error} on the server, when the module does not exist: every page ships this
 */
export function page(
  path: string,
  name: string,
  { queries, queryParams = [], ...rest }: PageOptions = {},
): RouteObject {
  const load = modules[`/web/${name}.tsx`] as () => Promise<PageModule>;
  if (import.meta.env.SSR && !load) throw new Error(`web/${name}.tsx is missing`);
  const file = import.meta.env.SSR ? `web/${name}.tsx` : '';
  const handle: PageHandle = { file, queryParams, ...rest };
  return {
    path,
    handle,
    ...(queries && { loader: createLoader(queries) }),
    lazy: async () => {
      const { Component, ErrorBoundary = PageError } = await load();
      return { Component, ErrorBoundary };
    },
  };
}
