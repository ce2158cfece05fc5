import { splitLocalPath } from '#contract/i18n/languages.ts';
/** What kind of address a request is for: few enough to be a label of metrics, whatever is requested. */
export type RequestKind =
  | 'page'
  | 'search'
  | 'file'
  | 'picture'
  | 'map_tile'
  | 'feed'
  | 'api_read'
  | 'api_write'
  | 'admin'
  | 'event'
  | 'webhook'
  | 'health';

// The first prefix that matches counts.
const KINDS_OF_API: [prefix: string, kind: RequestKind][] = [
  ['/api/search', 'search'],
  ['/api/compare', 'search'],
  ['/api/admin/', 'admin'],
  ['/api/events', 'event'],
  ['/api/csp-reports', 'event'],
  ['/api/webhooks/', 'webhook'],
];
const KINDS: [prefix: string, kind: RequestKind][] = [
  ['/search', 'search'],
  ['/assets/', 'file'],
  ['/photos/', 'picture'],
  ['/pictures/', 'picture'],
  ['/share/', 'picture'],
  ['/map-stills/', 'picture'],
  ['/map-tiles/', 'map_tile'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/metrics', 'health'],
];

/** The kind of a request. Searches are those for listings, as pages and in the API; an unknown address is a page. */
export function getRequestKind(method: string, url: string): RequestKind {
  if (url.startsWith('/api/')) {
    const kind = findKind(KINDS_OF_API, url);
    return kind ?? (method === 'GET' || method === 'HEAD' ? 'api_read' : 'api_write');
  }
  if (url.endsWith('.xml')) return 'feed';
  return findKind(KINDS, splitLocalPath(url).path) ?? 'page';
}

function findKind(kinds: typeof KINDS, url: string): RequestKind | undefined {
  for (const [prefix, kind] of kinds) if (url.startsWith(prefix)) return kind;
  return undefined;
}
