import { LRUCache } from 'lru-cache';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import { type CachedResponse, memorySize } from './cached-response.ts';

// How many invalidations are remembered for the sake of responses that are being made meanwhile.
const MAX_REMEMBERED_INVALIDATIONS = 1000;

/** Responses in memory by URL, dropped by surrogate key. */
export interface ResponseCache {
  get(url: string): CachedResponse | undefined;
  /**
   * Caches a response of status 200, unless it has expired or something that it depends on was invalidated while it was made.
   * @param since the `generation()` when its making began
   */
  set(url: string, response: CachedResponse, since: number): void;
  /**
   * The cached response, or a new one: made once however many ask for it at the same time, and cached when its status is 200.
   * Who asks after an invalidation never gets a response that was begun before it.
   */
  getOrCreate(url: string, create: () => Promise<CachedResponse>): Promise<CachedResponse>;
  /** While invalidations do not arrive, the response that takes the place of one with status 503. */
  getFormer(url: string): CachedResponse | undefined;
  /** Whether invalidations arrive. While they do not, no response is added. */
  setTrusted(isTrusted: boolean): void;
  /** Drops every response that depends on one of the keys; `*` drops all. */
  invalidate(keys: string[]): void;
  /** Whether invalidations arrive, and nothing that depends on the keys was invalidated since that `generation()`. */
  isCurrent(surrogateKeys: string[], since: number): boolean;
  /** The number of invalidations so far. */
  generation(): number;
  /** How many responses are cached, and the bytes of all. */
  size(): { responses: number; bytes: number };
}

/**
 * A cache of at most so many bytes, which drops the least recently used response first; with 0 it caches nothing.
 * @param options.isForProxies whether the proxy of `CDN_PURGE` may keep what it holds
 */
export function createResponseCache(maxBytes: number, { isForProxies = false } = {}): ResponseCache {
  const urlsByKey = new Map<string, Set<string>>();
  const inFlight = new Map<string, { response: Promise<CachedResponse>; since: number }>();
  const invalidations: Invalidation[] = [];
  let generation = 0;
  let isTrusted = true;

  const responses = new LRUCache<string, CachedResponse>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: memorySize,
    dispose: ({ surrogateKeys }, url) => {
      for (const key of surrogateKeys) {
        const urls = urlsByKey.get(key);
        urls?.delete(url);
        if (urls?.size === 0) urlsByKey.delete(key);
      }
    },
  });

  const get = (url: string) => (isTrusted ? getUnexpired(url) : undefined);

  function getUnexpired(url: string) {
    const response = responses.get(url);
    if (!response || response.expiresAt > Date.now()) return response;
    responses.delete(url);
    return undefined;
  }

  function set(url: string, response: CachedResponse, since: number) {
    if (maxBytes === 0 || !isTrusted || response.status !== 200 || response.expiresAt <= Date.now()) return;
    if (wasInvalidated(response.surrogateKeys, since)) return;
    store(url, response);
  }

  function store(url: string, response: CachedResponse) {
    // `lru-cache` does not measure the same value again, so it is taken out first.
    responses.delete(url);
    responses.set(url, response);
    response.onResize = () => {
      if (responses.peek(url) === response) store(url, response);
    };
    // What is larger than the whole cache was refused.
    if (!responses.has(url)) return;
    if (isForProxies) response.isCurrent = () => isTrusted && responses.peek(url) === response;
    for (const key of response.surrogateKeys) {
      const urls = urlsByKey.get(key);
      if (urls) urls.add(url);
      else urlsByKey.set(key, new Set([url]));
    }
  }

  const wasInvalidated = (surrogateKeys: string[], since: number) =>
    since !== generation && isAmong(invalidations, surrogateKeys, since);

  return {
    get,
    set,
    getFormer: (url) => (isTrusted ? undefined : getUnexpired(url)),
    getOrCreate(url, create) {
      const cached = get(url);
      if (cached) return Promise.resolve(cached);
      const pending = inFlight.get(url);
      if (pending?.since === generation) return pending.response;
      const since = generation;
      const response = create()
        .then((created) => {
          set(url, created, since);
          return (created.status === 503 && getUnexpired(url)) || created;
        })
        .finally(() => {
          if (inFlight.get(url)?.response === response) inFlight.delete(url);
        });
      inFlight.set(url, { response, since });
      return response;
    },
    setTrusted(trusted) {
      isTrusted = trusted;
    },
    invalidate(keys) {
      generation += 1;
      invalidations.push({ generation, keys });
      if (invalidations.length > MAX_REMEMBERED_INVALIDATIONS) invalidations.shift();
      if (keys.includes(ALL_KEYS)) {
        responses.clear();
        urlsByKey.clear();
        return;
      }
      for (const key of keys) for (const url of [...(urlsByKey.get(key) ?? [])]) responses.delete(url);
    },
    isCurrent: (surrogateKeys, since) => isTrusted && !wasInvalidated(surrogateKeys, since),
    generation: () => generation,
    size: () => ({ responses: responses.size, bytes: responses.calculatedSize }),
  };
}

interface Invalidation {
  generation: number;
  keys: string[];
}

/** Whether one of the keys was invalidated after that generation, or may have been before what is remembered. */
function isAmong(invalidations: Invalidation[], surrogateKeys: string[], since: number) {
  const oldest = invalidations[0];
  if (oldest && oldest.generation > since + 1) return true;
  return invalidations.some(
    ({ generation, keys }) =>
      generation > since && (keys.includes(ALL_KEYS) || keys.some((key) => surrogateKeys.includes(key))),
  );
}

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
  return /\.(?:xml|svg|png|vcf|ics)$/.test(url) ? api : pages;
}

/** Removes the responses with these surrogate keys from all caches. */
export function invalidateCaches(caches: Caches, keys: string[]) {
  for (const cache of Object.values(caches)) cache.invalidate(keys);
}

/** Sets for all caches whether invalidations arrive. */
export function setCachesTrusted(caches: Caches, isTrusted: boolean) {
  for (const cache of Object.values(caches)) cache.setTrusted(isTrusted);
}
