import type { Api } from '../http/api.ts';
import { type CachedResponse, sendCachedResponse } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';

/** The caches of a process. */
export interface Caches {
  pages: ResponseCache;
  /** Responses of the API, and feeds. */
  api: ResponseCache;
}

/**
 * Answers from memory before any other hook runs: pages, API responses and the files of the build. Only responses that are the
 * same for everyone are held there.
 * @param onPage called with the `User-Agent` of each request that a cached page answers
 */
export function serveCached(
  http: Api,
  {
    caches,
    files,
    onPage,
  }: {
    caches: Caches;
    files: ReadonlyMap<string, CachedResponse>;
    onPage: (userAgent: string | undefined) => void;
  },
) {
  http.addHook('onRequest', (request, reply, done) => {
    const { method, url = '' } = request.raw;
    if (method !== 'GET' && method !== 'HEAD') return done();
    const cache = url.startsWith('/api/') || url.endsWith('.xml') ? caches.api : caches.pages;
    const cached = cache.get(url);
    const response = cached ?? files.get(url);
    if (!response) return done();
    if (cached && cache === caches.pages) onPage(request.raw.headers['user-agent']);
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, response, () => cache.resize(url, response));
  });
}
