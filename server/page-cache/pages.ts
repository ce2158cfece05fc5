import type { Site } from '#contract/site.ts';
import { CachedResponse } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';
import type { WebBuild } from './web-build.ts';

/**
 * How pages read the API in-process: the response to an anonymous GET, with its surrogate keys.
 * @param address of the visitor for whom alone it is read, who may ask only so often
 */
export type ReadApiResponse = (path: string, address?: string) => Promise<CachedResponse>;

/** Renders pages: the answer of a URL as any visitor gets it. */
export type PageRenderer = (url: string, address: string) => Promise<CachedResponse>;

/**
 * Makes the renderer of pages. A page is kept under its path alone: an address with query parameters that the page
 * reads is rendered each time, one with others is the page without them, so neither can fill the cache.
 * See docs/decisions/0001-pages-depend-only-on-the-url.md.
 */
export function createPageRenderer({
  web,
  site,
  cache,
  readAnswer,
  headersOf,
}: {
  web: WebBuild;
  site: Site;
  cache: ResponseCache;
  readAnswer: ReadApiResponse;
  /** What a page at this path is sent with. */
  headersOf: (path: string) => Record<string, string>;
}): PageRenderer {
  return async function pageOf(url, address) {
    const [pathname = '', search] = url.split('?', 2);
    const path = canonicalPath(pathname);
    const query = search && pickQuery(search, (await web.entry()).getQueryParams(path));
    return query ? renderPage(path + query, address) : cache.getOrCreate(path, () => renderPage(path));
  };

  async function renderPage(url: string, address?: string): Promise<CachedResponse> {
    const entry = await web.entry();
    const keys = new Set<string>();
    let until = Number.POSITIVE_INFINITY;
    const read = async (path: string) => {
      const answer = await readAnswer(path, address);
      for (const key of answer.surrogateKeys) keys.add(key);
      until = Math.min(until, answer.expiresAt);
      answer.parsedBody ??= JSON.parse(answer.body.toString());
      if (answer.status >= 400)
        throw new entry.ApiError(answer.status, (answer.parsedBody as { message: string }).message);
      return entry.toPage(answer.parsedBody, answer.headers.link);
    };
    const { status, html: bytes } = await entry.render(url, { site, read, getAssets: web.getAssets });
    const html = Buffer.from(bytes.buffer);
    return new CachedResponse(
      status,
      {
        ...headersOf(url.split('?', 1)[0] as string),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, no-cache',
        'surrogate-key': [...keys].join(' '),
      },
      web.development ? await web.development.finish(url, html.toString()) : html,
      { surrogateKeys: [...keys], expiresAt: until },
    );
  }
}

/**
 * One spelling for a path that can be percent-encoded in many, with single slashes and none at the end: what pages are
 * kept under, and where other spellings are sent.
 * @throws {URIError} for a malformed encoding
 */
export function canonicalPath(pathname: string): string {
  const segments = pathname.split('/').filter(Boolean);
  return `/${segments.map((segment) => encodeURIComponent(decodeURIComponent(segment))).join('/')}`;
}

function pickQuery(search: string, reads: string[]): string {
  const given = new URLSearchParams(search);
  const read = new URLSearchParams();
  for (const name of reads) {
    const value = given.get(name);
    if (value !== null) read.set(name, value);
  }
  return read.size > 0 ? `?${read}` : '';
}
