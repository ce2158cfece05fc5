import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { inject } from 'light-my-request';
import { isLanguage } from '#contract/i18n/languages.ts';
import { EVERYTHING_KEY } from '#server/platform/env/cdn.ts';
import type { Api } from '#server/platform/http/api.ts';
import type { LoadLimit } from '#server/platform/http/load-limit.ts';
import { REQUEST_ID_HEADER } from '#server/platform/http/request-id.ts';
import { PROXY_HEADERS, type ProxyHeaders } from '#server/platform/page-cache/cdn/proxy-headers.ts';
import { CachedResponse, createEtag, matchesEtag, sendCachedResponse } from './cached-response.ts';
import { canonicalPath, type ReadApiResponse } from './pages.ts';
import { type Caches, selectCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response depends only on the URL and the content, never on the user, so it may be cached. */
    cacheable?: boolean;
    /** The proxy of `CDN_PURGE` may keep responses with surrogate keys. They are files, too large for the memory of this process. */
    isPurged?: boolean;
  }
  interface FastifyRequest {
    /** The `generation()` of the cache of its URL when the request came in. */
    cacheGeneration: number;
  }
}

/**
 * What every response that Fastify writes gets: the security headers, and for a GET of status 200 an ETag and its 304.
 * Responses of routes marked `cacheable` are cached under their path; with a query only in the cache of searches, because a query
 * has too many spellings to cache the others for strangers.
 */
export function registerApiCache(
  api: Api,
  { caches, headers, proxyHeaders }: { caches: Caches; headers: Record<string, string>; proxyHeaders?: ProxyHeaders },
) {
  api.decorateRequest('cacheGeneration', 0);
  api.addHook('onRequest', async (request) => {
    const { method, url = '' } = request.raw;
    if (method === 'GET') request.cacheGeneration = selectCache(caches, url).generation();
  });

  api.addHook('onSend', async (request, reply, payload) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
    const { cacheable, isPurged } = reply.routeOptions.config;
    // Whatever its status: that somebody may not read something is private too.
    if (!reply.hasHeader('cache-control'))
      reply.header('cache-control', cacheable ? 'public, no-cache' : 'private, no-store');
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    // No invalidation reaches what is not cacheable: a page that is made from it must not be cached either.
    const isForEveryone = cacheable || (isPurged && reply.hasHeader('surrogate-key'));
    if (!isForEveryone) reply.header('surrogate-until', new Date().toISOString());

    const etag = createEtag(payload);
    reply.header('etag', etag);
    const { url = '' } = request.raw;
    const cache = selectCache(caches, url);
    if (cacheable) {
      const response = toCachedResponse(200, reply.getHeaders(), payload);
      if (cache === caches.searches || isCanonical(url)) cache.set(url, response, request.cacheGeneration);
      addHeaders(reply, proxyHeaders?.(response));
    } else if (isPurged && isForEveryone) {
      const response = toCachedResponse(200, reply.getHeaders(), '');
      response.isCurrent = () => cache.isCurrent(response.surrogateKeys, request.cacheGeneration);
      addHeaders(reply, proxyHeaders?.(response));
    }
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch === undefined || !matchesEtag(ifNoneMatch, etag)) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  });
}

function addHeaders(reply: FastifyReply, added: string[] = []) {
  for (let i = 0; i < added.length; i += 2) reply.header(added[i] as string, added[i + 1]);
}

// By how much this clock is ahead of the database's. Less than a second is below the precision of the measurement.
let clockLeadMs = 0;
const MIN_CLOCK_LEAD_MS = 1000;

/** Sets by how many milliseconds this clock is ahead of the database's. */
export function setClockLead(lead: number) {
  clockLeadMs = Math.abs(lead) < MIN_CLOCK_LEAD_MS ? 0 : lead;
}

/** The milliseconds since 1970 by the clock of the database, with which the times in it are compared. */
export const getDatabaseTime = () => Date.now() - clockLeadMs;

/**
 * Sets what a response depends on, in its `Surrogate-Key` header (`listing:12 city:irvine recent`). When a verb invalidates
 * one of the keys, every process drops the response and the pages made from it.
 * @param expiresAt when the response changes by itself, by the clock of the database: a listing in it expires then, or the featured ones rotate
 */
export function setSurrogateKeys(reply: FastifyReply, keys: Iterable<string>, expiresAt?: Date | null) {
  reply.header('surrogate-key', [...new Set(keys)].join(' '));
  if (expiresAt) reply.header('surrogate-until', new Date(expiresAt.getTime() + clockLeadMs).toISOString());
}

/** Whether a path is in its one spelling, with nothing in the query but a language. */
function isCanonical(url: string): boolean {
  const path = url.replace(/\?lang=([a-z]{2})$/, (query, language) => (isLanguage(language) ? '' : query));
  // Another query may be encoded in any way.
  return !path.includes('?') && path === canonicalPath(path);
}

type HeaderValues = Record<string, string | number | string[] | undefined>;

// Headers of one message, which are made anew for each.
const PER_MESSAGE_HEADERS = new Set([
  ...PROXY_HEADERS,
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  REQUEST_ID_HEADER,
  'vary',
]);

/** A response of Fastify in the form that can be cached: with all its headers, and what `setSurrogateKeys` put into them. */
export function toCachedResponse(status: number, headers: HeaderValues, body: Buffer | string): CachedResponse {
  const ownHeaders = Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !PER_MESSAGE_HEADERS.has(name))
    .map(([name, value]) => [name, String(value)]);
  const surrogateKeys = String(headers['surrogate-key'] ?? '')
    .split(' ')
    .filter((key) => key && key !== EVERYTHING_KEY);
  const end = headers['surrogate-until'];
  return new CachedResponse(status, Object.fromEntries(ownHeaders), body, {
    etag: headers.etag?.toString(),
    surrogateKeys,
    expiresAt: end === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(end)),
  });
}

/**
 * How pages read the API in-process. Each response is cached, and created once for concurrent readers. `http.inject` would refuse to read while
 * the server closes, when pages are still rendered.
 */
export const createApiReader =
  (http: Api, caches: Caches): ReadApiResponse =>
  (url, address, requestId) =>
    selectCache(caches, url).getOrCreate(url, async () => {
      const { statusCode, headers, rawPayload } = await inject(http.routing, {
        url,
        remoteAddress: address,
        ...(requestId && { headers: { [REQUEST_ID_HEADER]: requestId } }),
      });
      return toCachedResponse(statusCode, headers, rawPayload);
    });

/** What answers from memory: one of the caches, or the files of the build. */
export type HitSource = keyof Caches | 'files';

/**
 * Answers from memory before Fastify, or any other hook, sees the request: pages, API responses and the files of the build. Only
 * responses that are the same for everyone are held there. Fastify gets the others when the limit of the load admits them.
 * See docs/decisions/0006-answers-from-memory.md.
 * @param onPage called with the `User-Agent` of each request that a cached page answers
 * @param onHit called with each request of a visitor that was answered so, and `onMiss` with each other one
 */
export function serveCached(
  http: Api,
  {
    caches,
    files,
    loadLimit,
    onPage,
    proxyHeaders,
    onHit,
    onMiss,
  }: {
    caches: Caches;
    files: ReadonlyMap<string, CachedResponse>;
    loadLimit: LoadLimit;
    proxyHeaders?: ProxyHeaders;
    onPage: (userAgent: string | undefined) => void;
    onHit: (source: HitSource, url: string, status: number) => void;
    onMiss: (request: IncomingMessage, response: ServerResponse) => void;
  },
) {
  /** Answers from one of the caches or files, and says from which; null if nobody has it. */
  const answer = (request: IncomingMessage, response: ServerResponse): HitSource | null => {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return null;
    const cache = selectCache(caches, url);
    const cached = cache.get(url);
    const found = cached ?? files.get(url);
    if (!found) return null;
    if (cached && isPage(cached)) onPage(request.headers['user-agent']);
    sendCachedResponse(request, response, found, cached && proxyHeaders?.(cached));
    if (!cached) return 'files';
    if (cache === caches.pages) return 'pages';
    return cache === caches.api ? 'api' : 'searches';
  };
  let isClosing = false;
  http.addHook('preClose', async () => {
    // Fastify closes the connections of the last requests.
    isClosing = true;
  });
  http.server.on('connection', () => {
    loadLimit.counts.connections += 1;
  });
  http.server.removeAllListeners('request').on('request', (request, response) => {
    try {
      const source = isClosing ? null : answer(request, response);
      if (source) return onHit(source, request.url as string, response.statusCode);
    } catch {
      // The hook fails in the same way: Fastify logs why, and answers 500.
    }
    onMiss(request, response);
    if (isClosing) http.routing(request, response);
    else loadLimit.admit(request, response, () => http.routing(request, response));
  });
  // Injected requests do not come through the server.
  http.addHook('onRequest', (request, reply, done) => {
    if (answer(request.raw, reply.raw)) reply.hijack();
    else done();
  });
}

const isPage = ({ headers }: CachedResponse) => headers['content-type']?.startsWith('text/html') === true;
