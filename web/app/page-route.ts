import type { RouteObject } from 'react-router';
import { PageError } from '../layout/page-error.tsx';
import { createLoader, type LoaderAddress, type PageQuery } from './loader.ts';

/** What is known of a page before its module is loaded. */
export interface PageHandle {
  /** The module's path from the project's root, as the build's manifest names it. */
  file: string;
  /** The query parameters that the page reads; others never make another page. */
  queryParams: string[];
  /** Whether it is about a place: a visitor who comes from it to a listing looked there. */
  isPlace?: true;
  /** The status of a page that says that nothing is there. */
  status?: 404;
}

/** What the module of a page exports: components only, so that React Refresh can replace them as they are edited. */
type PageModule = Pick<RouteObject, 'Component' | 'ErrorBoundary'>;

interface PageOptions extends Pick<PageHandle, 'isPlace'> {
  queryParams?: string[];
  /** What the page reads, which the server waits for and the browser starts along with the download of the module. */
  queries?: (address: LoaderAddress) => PageQuery[];
}

const modules = import.meta.glob<PageModule>('../**/*-page.tsx');

/**
 * The route of a page.
 * @param path in React Router's notation
 * @param name of its module below `web/`, without `.tsx`: `home/home-page`
 * @throws {Error} when there is no such module
 */
export function page(
  path: string,
  name: string,
  { queries, queryParams = [], isPlace }: PageOptions = {},
): RouteObject {
  const load = modules[`../${name}.tsx`];
  if (!load) throw new Error(`web/${name}.tsx is missing`);
  const handle: PageHandle = { file: `web/${name}.tsx`, queryParams, ...(isPlace && { isPlace }) };
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
