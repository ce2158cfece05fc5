import type { Site } from '#contract/site.ts';
import { type CachedResponse, createCachedResponse } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';
import type { WebBuild } from './web-build.ts';

/**
 * How pages read the API in-process: the response to an anonymous GET, with its surrogate keys.
 * @param address of the visitor for whom alone it is read, whose rate limit then counts it
 */
export type ReadApiResponse = (path: string, address?: string) => Promise<CachedResponse>;

/** Renders the page of a URL as any visitor gets it. */
export type PageRenderer = (url: string, address: string) => Promise<CachedResponse>;

/**
 * Makes the renderer of pages. A page is cached under its path alone: a URL with query parameters that the page reads is
 * rendered for each request, one with others is the page without them, so neither can fill the cache.
 */
export function createPageRenderer({
  web,
  site,
  cache,
  readApiResponse,
  getHeaders,
}: {
  web: WebBuild;
  site: Site;
  cache: ResponseCache;
  readApiResponse: ReadApiResponse;
  /** The headers of a page at this path. */
  getHeaders: (path: string) => Record<string, string>;
}): PageRenderer {
  return async function getPage(url, address) {
    const [pathname = '', search] = url.split('?', 2);
    const path = canonicalPath(pathname);
    const query = search && pickQuery(search, (await web.entry()).getQueryParams(path));
    return query ? renderPage(path + query, address) : cache.getOrCreate(path, () => renderPage(path));
  };

  async function renderPage(url: string, address?: string): Promise<CachedResponse> {
    const entry = await web.entry();
    const keys = new Set<string>();
    let expiresAt = Number.POSITIVE_INFINITY;
    const read = async (path: string) => {
      const response = await readApiResponse(path, address);
      for (const key of response.surrogateKeys) keys.add(key);
      expiresAt = Math.min(expiresAt, response.expiresAt);
      response.parsedBody ??= JSON.parse(response.body.toString());
      if (response.status >= 400)
        throw new entry.ApiError(response.status, (response.parsedBody as { message: string }).message);
      return entry.toPage(response.parsedBody, response.headers.link);
    };
    const { status, html } = await entry.render(url, { site, read, getAssets: web.getAssets });
    const surrogateKeys = [...keys];
    const headers = {
      ...getHeaders(url.split('?', 1)[0] as string),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      'surrogate-key': surrogateKeys.join(' '),
    };
    const body = web.development ? await web.development.finish(url, html) : html;
    return createCachedResponse(status, headers, body, { surrogateKeys, expiresAt });
  }
}

/**
 * One spelling for a path that can be percent-encoded in many, with single slashes and none at the end: pages are cached
 * under it, and other spellings are redirected to it.
 * @throws {URIError} for a malformed encoding
 */
export function canonicalPath(pathname: string): string {
  const segments = pathname.split('/').filter(Boolean);
  return `/${segments.map((segment) => encodeURIComponent(decodeURIComponent(segment))).join('/')}`;
}

function pickQuery(search: string, names: string[]): string {
  const params = new URLSearchParams(search);
  const picked = new URLSearchParams();
  for (const name of names) {
    const value = params.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked.size > 0 ? `?${picked}` : '';
}
