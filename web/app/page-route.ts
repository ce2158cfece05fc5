import type { RouteObject } from 'react-router';
import { PageError } from '../layout/page-error.tsx';
import { createLoader, type LoaderAddress, type PageQuery } from './loader.ts';

/** Properties of a page that are known before its module is loaded. */
export interface PageHandle {
  /** The module's path from the project's root, as the build's manifest names it; only on the server. */
  file: string;
  /** The query parameters that the page reads. All others are ignored by the page cache. */
  queryParams: string[];
  /** Whether the page is about a place, which analytics then counts as the origin of a visit to a listing. */
  isPlace?: true;
  /** The HTTP status of the not-found page. */
  status?: 404;
}

/** The exports of a page module: only components, because React Refresh cannot replace modules with other exports. */
type PageModule = Pick<RouteObject, 'Component' | 'ErrorBoundary'>;

interface PageOptions extends Pick<PageHandle, 'isPlace' | 'status'> {
  queryParams?: string[];
  /** The queries of the page. The server awaits them; the browser starts them together with the download of the module. */
  queries?: (address: LoaderAddress) => PageQuery[];
}

const modules = import.meta.glob<PageModule>('../**/*-page.tsx');

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
  const load = modules[`../${name}.tsx`] as () => Promise<PageModule>;
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
