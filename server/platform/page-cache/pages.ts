import type { Notice } from '#contract/admin/notices.ts';
import { type Language, splitLocalPath, toLocalApiPath } from '#contract/i18n/languages.ts';
import type { Site } from '#contract/site.ts';
import { NOTICES_KEY } from '#server/platform/db/invalidate.ts';
import type { Api } from '#server/platform/http/api.ts';
import { followMove } from '#server/platform/http/moved-urls.ts';
import type { ProxyHeaders } from '#server/platform/page-cache/cdn/proxy-headers.ts';
import { SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';
import { CachedResponse, sendCachedResponse } from './cached-response.ts';
import { type Caches, selectCache } from './response-cache.ts';
import type { WebBuild } from './web-build.ts';

const RETRY_AFTER_SECONDS = '5';

/**
 * How pages read the API in-process: the response to an anonymous GET, with its surrogate keys.
 * @param address of the visitor for whom alone it is read, whose rate limit then counts it
 * @param requestId of the request that it is read for, which the log then names
 */
export type ReadApiResponse = (path: string, address?: string, requestId?: string) => Promise<CachedResponse>;

/** A notice that pages show from one time to another, in milliseconds since 1970. */
export interface PageNotice {
  notices: Record<Language, Notice>;
  startsAt: number;
  endsAt: number;
}

/** The notices that pages in a language show at a time, and when that changes next without anybody's doing. */
export function selectLiveNotices(
  { current }: { current: PageNotice[] },
  now: number,
  language: Language,
): { live: Notice[]; changesAt: number } {
  const live = current
    .filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
    .map(({ notices }) => notices[language]);
  const changes = current.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((time) => time > now);
  return { live, changesAt: Math.min(...changes) };
}

/** Renders the page of a URL as any visitor gets it. */
export type PageRenderer = (url: string, address: string, requestId?: string) => Promise<CachedResponse>;

/**
 * Makes the renderer of pages. A page is cached under its path and the query parameters that it reads, in one spelling: a URL with
 * others is the page without them.
 */
export function createPageRenderer({
  web,
  site,
  notices,
  getTime,
  caches,
  readApiResponse,
  findReplacement = () => undefined,
  headers: commonHeaders,
  otherHeaders = [],
  load,
}: {
  web: WebBuild;
  site: Site;
  /** The notices that are live or coming; they change. */
  notices: { current: PageNotice[] };
  /** By which they begin and end: the clock of the database. */
  getTime: () => number;
  caches: Caches;
  readApiResponse: ReadApiResponse;
  /** The path of the page to which one that does not exist in its language leads, if it does in others. */
  findReplacement?: (path: string) => string | undefined;
  /** The headers of every page, and of some instead: of a path in English, or of those in a folder ('/embed/'). */
  headers: Record<string, string>;
  otherHeaders?: [path: string, headers: Record<string, string>][];
  load: Readonly<{ connections: number }>;
}): PageRenderer {
  const redirect = (status: 301 | 302, location: string) =>
    new CachedResponse(status, { ...commonHeaders, 'cache-control': 'public, no-cache', location }, '');

  const selectHeaders = (url: string) => {
    const [path = ''] = splitLocalPath(url).path.split('?', 1);
    const found = otherHeaders.find(([one]) => path === one || (one.endsWith('/') && path.startsWith(one)));
    return found?.[1] ?? commonHeaders;
  };

  return async function getPage(url, address, requestId) {
    const [pathname = '', search] = url.split('?', 2);
    const path = canonicalPath(pathname);
    const { language } = splitLocalPath(path);
    const query = search && pickQuery(search, (await web.entry(language)).getQueryParams(path));
    const pageUrl = path + (query ?? '');
    let isOwn = false;
    const page = await selectCache(caches, pageUrl).getOrCreate(pageUrl, () => {
      isOwn = true;
      return renderPage(pageUrl, query ? address : undefined, requestId);
    });
    // Another visitor who asked for the same page at the same time is over the limit of searches.
    return page.status === 429 && !isOwn ? renderPage(pageUrl, address, requestId) : page;
  };

  async function renderPage(url: string, address?: string, requestId?: string): Promise<CachedResponse> {
    const { language } = splitLocalPath(url);
    const entry = await web.entry(language);
    const keys = new Set([SETTINGS_KEY, NOTICES_KEY]);
    const { live, changesAt } = selectLiveNotices(notices, getTime(), language);
    let expiresAt = changesAt;
    const reads: Promise<{ path: string; response: CachedResponse }>[] = [];
    const read = async (path: string) => {
      const apiPath = toLocalApiPath(path, language);
      const pending = readApiResponse(apiPath, address, requestId).then((response) => ({ path: apiPath, response }));
      reads.push(pending);
      const { response } = await pending;
      for (const key of response.surrogateKeys) keys.add(key);
      expiresAt = Math.min(expiresAt, response.expiresAt);
      if (response.status === 301) throw new entry.ApiError(404, 'It has moved.');
      const body = parseBody(apiPath, response, caches);
      if (response.status >= 400) throw new entry.ApiError(response.status, (body as { message: string }).message);
      return entry.toPage(body, response.headers.link);
    };
    const { status, html } = await entry.render(url, {
      site,
      notices: live,
      read,
      getAssets: (file) => web.getAssets(file, language),
      acquireSlot: () => acquireSlot(load),
    });
    const surrogateKeys = [...keys];
    // What the page shows may have moved, and the page with it. The first read that fails ends the rendering.
    if (status === 404) {
      const moved = (await Promise.all(reads)).find(({ response }) => response.status === 301);
      const location = moved && followMove(url, moved.path, moved.response.headers.location ?? '');
      if (location) return redirect(301, location);
      const replacement = findReplacement(url);
      if (replacement) return redirect(302, replacement);
    }
    const headers = {
      ...selectHeaders(url),
      'content-language': language,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      'surrogate-key': surrogateKeys.join(' '),
      ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
    };
    const body = web.development ? await web.development.finish(url, html) : html;
    return new CachedResponse(status, headers, body, { surrogateKeys, expiresAt });
  }
}

/**
 * The JSON of a response. It stays parsed from the second time on while it is cached, because most are read for one page, which is
 * cached itself; never that of a search.
 */
function parseBody(path: string, response: CachedResponse, caches: Caches): unknown {
  if (response.parsedBody !== undefined) return response.parsedBody;
  const body = JSON.parse(response.body.toString());
  if (response.wasParsed && selectCache(caches, path) === caches.api) {
    response.parsedBody = body;
    response.onResize?.();
  }
  response.wasParsed = true;
  return body;
}

// In a turn of the event loop Node accepts a single connection.
const MAX_TURNS_BETWEEN = 50;
let lastSlot: Promise<void> = Promise.resolve();

/**
 * Resolves when no other page is rendered in this turn of the event loop, and after the connections that wait were accepted: other
 * requests are answered between two pages. See docs/decisions/0091-what-is-too-much-is-refused-at-once.md.
 */
function acquireSlot(load: Readonly<{ connections: number }>): Promise<void> {
  lastSlot = lastSlot.then(async () => {
    let accepted = Number.NaN;
    for (let turns = 0; accepted !== load.connections && turns < MAX_TURNS_BETWEEN; turns += 1) {
      accepted = load.connections;
      await new Promise(setImmediate);
    }
  });
  return lastSlot;
}

/**
 * One spelling for a path that can be percent-encoded in many, with single slashes and none at the end: pages are cached
 * under it, and other spellings are redirected to it. Control characters are replaced, because no route of the pages matches a
 * line break, not even the one of the not-found page.
 * @throws {URIError} for a malformed encoding
 */
export function canonicalPath(pathname: string): string {
  const segments = pathname.split('/').filter(Boolean);
  return `/${segments.map(toCanonicalSegment).join('/')}`;
}

const toCanonicalSegment = (segment: string) =>
  encodeURIComponent(decodeURIComponent(segment).replace(/[\p{Cc}\u2028\u2029]/gu, '\uFFFD'));

function pickQuery(search: string, names: string[]): string {
  const params = new URLSearchParams(search);
  const picked = new URLSearchParams();
  for (const name of names) {
    const value = params.get(name)?.trim();
    if (value) picked.set(name, value);
  }
  return picked.size > 0 ? `?${picked}` : '';
}

/**
 * `GET *`: every address that no other route has is a page, also those that do not exist. Other spellings of a path are
 * redirected to the canonical one. Unknown addresses of the API are not pages.
 * @param onPage called with the `User-Agent` of each request that is answered with a page
 */
export function pageRoutes(
  http: Api,
  {
    pages,
    onPage,
    proxyHeaders,
  }: {
    pages: PageRenderer;
    onPage: (userAgent: string | undefined) => void;
    proxyHeaders?: ProxyHeaders;
  },
) {
  http.route({
    method: ['GET', 'HEAD'],
    url: '*',
    schema: { hide: true },
    async handler(request, reply) {
      const { url = '' } = request.raw;
      if (url.startsWith('/api/')) return reply.callNotFound();
      const [path = '', query] = url.split('?');
      const canonical = canonicalPath(path);
      if (/.\/$|\/\//.test(path)) return reply.redirect(query === undefined ? canonical : `${canonical}?${query}`, 308);
      const page = await pages(url, request.ip, request.id);
      onPage(request.headers['user-agent']);
      reply.hijack();
      sendCachedResponse(request.raw, reply.raw, page, proxyHeaders?.(page));
    },
  });
}

/** Lets Vite answer first whatever is not the API's. */
export function serveDevelopment(http: Api, development: NonNullable<WebBuild['development']>) {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) return done();
    development.middleware(request.raw, reply.raw, done);
  });
}
