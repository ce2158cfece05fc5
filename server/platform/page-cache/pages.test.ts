import { beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '#contract/site.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';
import { CachedResponse } from './cached-response.ts';
import { createPageRenderer } from './pages.ts';
import type { Caches } from './response-cache.ts';
import { createResponseCache } from './response-cache.ts';

const createCaches = (bytes: number): Caches => ({
  pages: createResponseCache(bytes),
  api: createResponseCache(bytes),
  searches: createResponseCache(bytes),
});

test('a page has the surrogate keys of all responses that it reads, and expires with the first of them', async () => {
  const responses: Record<string, ConstructorParameters<typeof CachedResponse>[3]> = {
    '/api/lasting': { surrogateKeys: ['counts', 'city:irvine'] },
    '/api/first': { surrogateKeys: ['city:irvine', 'listing:12'], expiresAt: 2_000 },
    '/api/second': { surrogateKeys: ['listing:34'], expiresAt: 3_000 },
  };
  const web = createWebBuildStub({
    render: async (_url, { read }) => {
      for (const path of Object.keys(responses)) await read(path);
      return { status: 200, html: '<h1>Irvine</h1>' };
    },
    toPage: (body) => body,
  });
  const getPage = createPageRenderer({
    web,
    site: {} as Site,
    notices: { current: [] },
    getTime: Date.now,
    caches: createCaches(0),
    readApiResponse: async (path) => new CachedResponse(200, {}, '{}', responses[path]),
    headers: {},
    load: { connections: 0 },
  });
  expect(await getPage('/city/irvine', '')).toMatchObject({
    surrogateKeys: ['settings', 'notices', 'counts', 'city:irvine', 'listing:12', 'listing:34'],
    expiresAt: 2_000,
  });
});

test('a response stays parsed from its second reading on, and the cache that holds it counts that', async () => {
  const caches = createCaches(10_000);
  const getPage = createPageRenderer({
    web: createWebBuildStub({
      render: async (_url, { read }) => {
        await read('/api/counties');
        return { status: 200, html: '' };
      },
      toPage: (body) => body,
    }),
    site: {} as Site,
    notices: { current: [] },
    getTime: Date.now,
    caches,
    readApiResponse: (path) => caches.api.getOrCreate(path, async () => new CachedResponse(200, {}, '["Kern"]')),
    headers: {},
    load: { connections: 0 },
  });
  await getPage('/county/kern-county', '');
  const { bytes } = caches.api.size();
  expect(caches.api.get('/api/counties')?.parsedBody).toBeUndefined();
  await getPage('/locations', '');
  expect(caches.api.get('/api/counties')?.parsedBody).toEqual(['Kern']);
  expect(caches.api.size().bytes).toBeGreaterThan(bytes);
});

test('a page whose object has moved redirects to the page of the other one, and browsers ask again each time', async () => {
  const getPage = createPageRenderer({
    web: createWebBuildStub({
      ApiError: Error as never,
      // As the error page of a missing listing.
      render: async (_url, { read }) => {
        await Promise.all([read('/api/ads/7'), read('/api/ads/7/related')]).catch(() => {});
        return { status: 404, html: '<h1>Ad Not Found</h1>' };
      },
    }),
    site: {} as Site,
    notices: { current: [] },
    getTime: Date.now,
    caches: createCaches(10_000),
    // The response that it has moved comes last.
    readApiResponse: async (path) => {
      if (path.endsWith('/related')) return new CachedResponse(404, {}, '{}');
      await new Promise(setImmediate);
      return new CachedResponse(301, { location: '/api/ads/12' }, '');
    },
    headers: { 'x-test': 'yes' },
    load: { connections: 0 },
  });
  expect(await getPage('/ads/7', '')).toMatchObject({
    status: 301,
    headers: { location: '/ads/12', 'cache-control': 'public, no-cache', 'x-test': 'yes' },
  });
});

class ApiFailure extends Error {
  readonly status: number;
  constructor(status: number) {
    super();
    this.status = status;
  }
}

describe('pages with a query', () => {
  const caches = createCaches(50_000);
  const rendered: string[] = [];
  const getPage = createPageRenderer({
    web: createWebBuildStub({
      ApiError: ApiFailure as never,
      getQueryParams: () => ['q', 'near'],
      async render(url, { read }) {
        rendered.push(url);
        const status = await read(`/api${url}`).then(
          () => 200,
          (error) => error.status,
        );
        return { status, html: 'x'.repeat(5000) };
      },
      toPage: (body) => body,
    }),
    site: {} as Site,
    notices: { current: [] },
    getTime: Date.now,
    caches,
    readApiResponse: async (_url, address) => {
      await new Promise(setImmediate);
      return new CachedResponse(address === 'limited' ? 429 : 200, {}, '{}');
    },
    headers: {},
    load: { connections: 0 },
  });
  beforeEach(() => {
    rendered.length = 0;
  });

  test('are cached in one spelling', async () => {
    for (const query of ['q=tacos&near=irvine', 'near=irvine&q=tacos', 'q=+tacos+&near=irvine&open=&utm=1'])
      await getPage(`/search?${query}`, '');
    expect(rendered).toEqual(['/search?q=tacos&near=irvine']);
  });

  test('push out each other, and no other page', async () => {
    await getPage('/city/irvine', '');
    for (let i = 0; i < 100; i += 1) await getPage(`/search?q=${i}`, '');
    expect(caches.searches.size().bytes).toBeLessThanOrEqual(50_000);
    expect(caches.searches.get('/search?q=99')).toBeDefined();
    expect(caches.searches.get('/search?q=0')).toBeUndefined();
    expect(caches.pages.get('/city/irvine')).toBeDefined();
  });

  test('are not refused because another visitor who asks at the same time is over a limit', async () => {
    const [limited, other] = await Promise.all([getPage('/search?q=a', 'limited'), getPage('/search?q=a', 'other')]);
    expect([limited.status, other.status]).toEqual([429, 200]);
    expect(caches.searches.get('/search?q=a')).toBeUndefined();
  });
});

test('pages whose responses arrive at the same time are rendered one by one, with time to accept connections between', async () => {
  const arrival = Promise.withResolvers<CachedResponse>();
  let turn = 0;
  const count = () => {
    turn += 1;
    if (turn < 10) load.connections += 1;
    if (turn < 100) setImmediate(count);
  };
  const load = { connections: 0 };
  const turns: number[] = [];
  const getPage = createPageRenderer({
    web: createWebBuildStub({
      render: async (_url, { read, acquireSlot }) => {
        await read('/api/first');
        await acquireSlot?.();
        turns.push(turn);
        return { status: 200, html: '' };
      },
      toPage: (body) => body,
    }),
    site: {} as Site,
    notices: { current: [] },
    getTime: Date.now,
    caches: createCaches(0),
    readApiResponse: () => arrival.promise,
    headers: {},
    load,
  });
  const pages = ['/a', '/b', '/c'].map((url) => getPage(url, ''));
  count();
  arrival.resolve(new CachedResponse(200, {}, '{}'));
  await Promise.all(pages);
  const [first = 0, second = 0, third = 0] = turns;
  expect(first).toBeGreaterThanOrEqual(10);
  expect(second).toBeGreaterThan(first);
  expect(third).toBeGreaterThan(second);
});
