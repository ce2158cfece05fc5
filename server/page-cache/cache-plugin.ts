import type { Api } from '../http/api.ts';
import { type CachedResponse, createCachedResponse, createEtag, matchesEtag } from './cached-response.ts';
import { canonicalPath } from './pages.ts';
import type { ResponseCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The `generation()` of the API cache when the request came in. */
    cacheGeneration: number;
  }
}

/**
 * What every response that Fastify writes gets: the security headers, and for a GET of status 200 an ETag and its 304.
 * Responses of routes marked `cacheable` are cached under their path alone: a query has too many spellings to cache them for
 * strangers.
 */
export function registerApiCache(
  api: Api,
  { cache, headers }: { cache: ResponseCache; headers: Record<string, string> },
) {
  api.decorateRequest('cacheGeneration', 0);
  api.addHook('onRequest', async (request) => {
    request.cacheGeneration = cache.generation();
  });

  api.addHook('onSend', async (request, reply, payload) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
    const { cacheable } = reply.routeOptions.config;
    // Whatever its status: that somebody may not read something is private too.
    if (!reply.hasHeader('cache-control'))
      reply.header('cache-control', cacheable ? 'public, no-cache' : 'private, no-store');
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    // No invalidation reaches what is not cacheable: a page that is made from it must not be cached either.
    if (!cacheable) reply.header('surrogate-until', new Date().toISOString());

    const etag = createEtag(payload);
    reply.header('etag', etag);
    if (cacheable && request.raw.url === canonicalPath(request.raw.url ?? '')) {
      cache.set(request.raw.url, toCachedResponse(200, reply.getHeaders(), payload), request.cacheGeneration);
    }
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch === undefined || !matchesEtag(ifNoneMatch, etag)) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  });
}

type HeaderValues = Record<string, string | number | string[] | undefined>;

// Headers of one message, which are made anew for each.
const PER_MESSAGE_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);

/** A response of Fastify in the form that can be cached: with all its headers, and what `setSurrogateKeys` put into them. */
export function toCachedResponse(status: number, headers: HeaderValues, body: Buffer | string): CachedResponse {
  const ownHeaders = Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !PER_MESSAGE_HEADERS.has(name))
    .map(([name, value]) => [name, String(value)]);
  const surrogateKeys = String(headers['surrogate-key'] ?? '').split(' ');
  const end = headers['surrogate-until'];
  return createCachedResponse(status, Object.fromEntries(ownHeaders), body, {
    etag: headers.etag?.toString(),
    surrogateKeys: surrogateKeys.filter(Boolean),
    expiresAt: end === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(end)),
  });
}
