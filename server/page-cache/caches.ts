import type { ResponseCache } from './response-cache.ts';

/** The caches of a process. */
export interface Caches {
  /** Pages by their path. */
  pages: ResponseCache;
  /** Responses of the API from which these are made, and feeds. */
  api: ResponseCache;
  /** Pages and responses whose query visitors choose: they can push out each other, but nothing else. */
  searches: ResponseCache;
}

const CHOSEN_BY_VISITORS = /^\/api\/(?:search|compare)\b|[?&]cursor=/;

/** The cache that holds the response to a URL. */
export function selectCache({ pages, api, searches }: Caches, url: string): ResponseCache {
  if (url.startsWith('/api/')) return CHOSEN_BY_VISITORS.test(url) ? searches : api;
  if (url.includes('?')) return searches;
  return url.endsWith('.xml') ? api : pages;
}

/** Drops what any cache has under these keys. */
export function invalidateCaches(caches: Caches, keys: string[]) {
  for (const cache of Object.values(caches)) cache.invalidate(keys);
}

/** Tells all caches whether invalidations arrive. */
export function setCachesTrusted(caches: Caches, isTrusted: boolean) {
  for (const cache of Object.values(caches)) cache.setTrusted(isTrusted);
}
