import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CachedResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const page = (text: string, keys: string[] = [], expiresAt?: number) =>
  new CachedResponse(200, {}, text, { surrogateKeys: keys, expiresAt });
const MEGABYTE = 1024 * 1024;

describe('a cached response', () => {
  test('comes back until one of its keys is invalidated', () => {
    const cache = createResponseCache(MEGABYTE);
    cache.set('/city/irvine', page('Irvine', ['city:irvine', 'listing:1']), cache.generation());
    cache.set('/city/indio', page('Indio', ['city:indio']), cache.generation());
    cache.invalidate(['city:anaheim']);
    expect(cache.get('/city/irvine')).toBeDefined();
    cache.invalidate(['listing:1']);
    expect(cache.get('/city/irvine')).toBeUndefined();
    expect(cache.get('/city/indio')).toBeDefined();
  });

  test('is current, for proxies, while it is cached and invalidations arrive', () => {
    const cache = createResponseCache(MEGABYTE, { isForProxies: true });
    const [kept, replaced] = [page('a', ['a']), page('b')];
    for (const response of [replaced, page('b')]) cache.set('/b', response, cache.generation());
    cache.set('/a', kept, cache.generation());
    expect([kept.isCurrent?.(), replaced.isCurrent?.()]).toEqual([true, false]);
    cache.setTrusted(false);
    expect(kept.isCurrent?.()).toBe(false);
    cache.setTrusted(true);
    expect(kept.isCurrent?.()).toBe(true);
    cache.invalidate(['a']);
    expect(kept.isCurrent?.()).toBe(false);
  });

  test('is dropped when everything is invalidated', () => {
    const cache = createResponseCache(MEGABYTE);
    cache.set('/a', page('a'), cache.generation());
    cache.invalidate(['*']);
    expect(cache.get('/a')).toBeUndefined();
  });

  test('is refused when one of its keys was invalidated while it was made', () => {
    const cache = createResponseCache(MEGABYTE);
    const since = cache.generation();
    cache.invalidate(['city:irvine']);
    cache.set('/city/irvine', page('stale', ['city:irvine']), since);
    cache.set('/city/indio', page('fresh', ['city:indio']), since);
    expect(cache.get('/city/irvine')).toBeUndefined();
    expect(cache.get('/city/indio')).toBeDefined();
  });

  test('is refused when more invalidations than are remembered happened while it was made', () => {
    const cache = createResponseCache(MEGABYTE);
    const since = cache.generation();
    for (let i = 0; i < 1001; i++) cache.invalidate([`listing:${i}`]);
    cache.set('/slow', page('slow', ['recent']), since);
    expect(cache.get('/slow')).toBeUndefined();
  });

  test('is gone when it expires', () => {
    const cache = createResponseCache(MEGABYTE);
    cache.set('/past', page('a', [], Date.now() - 1), cache.generation());
    cache.set('/future', page('b', [], Date.now() + 60_000), cache.generation());
    expect(cache.get('/past')).toBeUndefined();
    expect(cache.get('/future')).toBeDefined();
  });

  test('has status 200: errors are refused', () => {
    const cache = createResponseCache(MEGABYTE);
    cache.set('/x', new CachedResponse(404, {}, 'no'), cache.generation());
    expect(cache.get('/x')).toBeUndefined();
  });

  test('replaces only a response with status 503 while invalidations do not arrive', async () => {
    const cache = createResponseCache(MEGABYTE);
    cache.set('/a', page('kept'), cache.generation());
    cache.set('/expired', page('expired', [], Date.now() + 5), cache.generation());
    await delay(10);
    cache.setTrusted(false);
    expect(cache.get('/a')).toBeUndefined();
    const create = (url: string, status: number) =>
      cache.getOrCreate(url, async () => new CachedResponse(status, {}, `new ${status}`));
    const bodies = await Promise.all(
      [create('/a', 200), create('/b', 503), create('/expired', 503)].map(async (response) =>
        (await response).body.toString(),
      ),
    );
    expect(bodies).toEqual(['new 200', 'new 503', 'new 503']);
    expect((await create('/a', 503)).body.toString()).toBe('kept');

    cache.set('/c', page('c'), cache.generation());
    cache.setTrusted(true);
    expect(cache.get('/a')?.body.toString()).toBe('kept');
    expect(cache.get('/c')).toBeUndefined();
  });

  test('makes room by dropping the least recently used', () => {
    const cache = createResponseCache(100_000);
    for (let i = 0; i < 50; i++) {
      cache.set(`/${i}`, page('x'.repeat(10_000), [`k${i}`]), cache.generation());
      cache.get('/0');
    }
    expect(cache.size().bytes).toBeLessThanOrEqual(100_000);
    expect(cache.get('/0')).toBeDefined();
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/49')).toBeDefined();
    cache.set('/huge', page('x'.repeat(200_000)), cache.generation());
    expect(cache.get('/huge')).toBeUndefined();
  });

  test('counts each coding from when it is made', () => {
    const cache = createResponseCache(50_000);
    for (let i = 0; i < 50; i += 1) cache.set(`/${i}`, page('x'.repeat(5000)), cache.generation());
    const { responses, bytes } = cache.size();
    expect([responses, bytes]).toEqual([8, 8 * 6000]);

    const response = cache.get('/49') as CachedResponse;
    response.representations.set('gzip', { headers: [], body: Buffer.alloc(2000), uses: 0 });
    response.onResize?.();
    expect(cache.size()).toEqual({ responses: 8, bytes: bytes + 2000 });
    response.representations.set('br', { headers: [], body: Buffer.alloc(20_000), uses: 0 });
    response.onResize?.();
    expect(cache.size()).toEqual({ responses: 4, bytes: 4 * 6000 + 22_000 });
    expect(cache.get('/49')).toBe(response);
  });

  test('that was dropped does not come back when its size changes', () => {
    const cache = createResponseCache(MEGABYTE);
    const response = page('old', ['a']);
    cache.set('/a', response, cache.generation());
    cache.invalidate(['a']);
    response.onResize?.();
    expect(cache.get('/a')).toBeUndefined();
  });

  test('is refused by a cache without memory, which still makes responses', async () => {
    const cache = createResponseCache(0);
    const response = await cache.getOrCreate('/a', async () => page('made'));
    expect(response.body.toString()).toBe('made');
    expect(cache.get('/a')).toBeUndefined();
  });
});

describe('getOrCreate', () => {
  test('makes one response for all who ask at the same time', async () => {
    const cache = createResponseCache(MEGABYTE);
    let count = 0;
    const create = async () => {
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return page('shared');
    };
    await Promise.all(Array.from({ length: 100 }, () => cache.getOrCreate('/a', create)));
    expect(count).toBe(1);
  });

  test('gives nobody who asks after an invalidation what was begun before it', async () => {
    const cache = createResponseCache(MEGABYTE);
    let release = () => {};
    const before = cache.getOrCreate('/a', async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return page('before', ['a']);
    });
    cache.invalidate(['a']);
    const after = await cache.getOrCreate('/a', async () => page('after', ['a']));
    release();
    expect((await before).body.toString()).toBe('before');
    expect(after.body.toString()).toBe('after');
    expect(cache.get('/a')?.body.toString()).toBe('after');
  });

  test('passes a failure to all who asked, and forgets it', async () => {
    const cache = createResponseCache(MEGABYTE);
    const failing = () => Promise.reject(new Error('down'));
    await expect(Promise.all([cache.getOrCreate('/a', failing), cache.getOrCreate('/a', failing)])).rejects.toThrow(
      'down',
    );
    expect((await cache.getOrCreate('/a', async () => page('up'))).body.toString()).toBe('up');
  });
});
