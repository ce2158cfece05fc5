import type { Api } from '../http/api.ts';
import { CachedResponse, createEtag, matchesEtag } from './cached-response.ts';
import { canonicalPath } from './pages.ts';
import type { ResponseCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The API cache's clock when the request came in. */
    since: number;
  }
}

/**
 * What every answer that Fastify writes gets: the security headers, and for a GET an ETag and its 304. Answers of routes
 * marked `cacheable` are put into the cache, under their path alone: a query has too many spellings to keep for strangers, and
 * of what is given in turns the path says nothing.
 */
export function registerApiCache(
  api: Api,
  { cache, headers }: { cache: ResponseCache; headers: Record<string, string> },
) {
  api.decorateRequest('since', 0);
  api.addHook('onRequest', async (request) => {
    request.since = cache.generation();
  });

  api.addHook('onSend', async (request, reply, payload) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
    const { cacheable: kept } = reply.routeOptions.config;
    // Whatever its status: that somebody may not read something is private too.
    if (!reply.hasHeader('cache-control'))
      reply.header('cache-control', kept ? 'public, no-cache' : 'private, no-store');
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    // No renewal reaches what is not kept: a page that is made from it must not be kept either.
    if (!kept) reply.header('surrogate-until', new Date().toISOString());

    const etag = createEtag(payload);
    reply.header('etag', etag);
    if (kept && request.raw.url === canonicalPath(request.raw.url ?? '')) {
      cache.set(request.raw.url, toCachedResponse(200, reply.getHeaders(), payload), request.since);
    }
    const known = request.headers['if-none-match'];
    if (known === undefined || !matchesEtag(known, etag)) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  });
}

type HeaderValues = Record<string, string | number | string[] | undefined>;

// What belongs to one writing of an answer, and is made anew for each.
const PER_MESSAGE_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);

/** What Fastify answered, as an answer that can be kept: with all its headers, and what `setSurrogateKeys` said in them. */
export function toCachedResponse(status: number, headers: HeaderValues, body: Buffer | string): CachedResponse {
  const ownHeaders = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !PER_MESSAGE_HEADERS.has(name),
  );
  const keys = String(headers['surrogate-key'] ?? '')
    .split(' ')
    .filter(Boolean);
  const ends = headers['surrogate-until'];
  const until = ends === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(ends));
  return new CachedResponse(
    status,
    Object.fromEntries(ownHeaders.map(([name, value]) => [name, String(value)])),
    body,
    {
      etag: headers.etag?.toString(),
      surrogateKeys: keys,
      expiresAt: until,
    },
  );
}
