import { type Cdn, EVERYTHING_KEY } from '#server/platform/env/cdn.ts';
import type { CachedResponse } from '#server/platform/page-cache/cached-response.ts';

/** Names and values of headers, one after the other. */
export type ProxyHeaders = (response: CachedResponse) => string[];

/** The headers that `createProxyHeaders` adds, which are those of one message. */
export const PROXY_HEADERS = ['surrogate-control', 'cdn-cache-control', 'cache-tag'];

// In case a purge is lost.
const MAX_AGE_SECONDS = 3600;

/**
 * What tells the proxy of `CDN_PURGE`, and no other, how long it may keep a response: as long as this process has it in its cache, and
 * invalidations arrive. Everything else is asked for again. `Cache-Control` is for browsers and proxies that are not purged.
 * See docs/decisions/0093-proxies-that-are-purged-may-keep-pages.md.
 */
export function createProxyHeaders({ kind }: Pick<Cdn, 'kind'>): ProxyHeaders {
  const [control, tags, separator] =
    kind === 'cloudflare' ? ['cdn-cache-control', 'cache-tag', ','] : ['surrogate-control', 'surrogate-key', ' '];
  return (response) => {
    const keys = [...response.surrogateKeys, EVERYTHING_KEY].join(separator);
    return [control, `max-age=${getMaxAge(response)}`, tags, keys];
  };
}

function getMaxAge({ expiresAt, isCurrent }: CachedResponse): number {
  if (!isCurrent?.()) return 0;
  return Math.max(0, Math.min(MAX_AGE_SECONDS, Math.floor((expiresAt - Date.now()) / 1000)));
}
