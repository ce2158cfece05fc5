import { expect, test } from 'vitest';
import type { Site } from '#contract/site.ts';
import { createWebBuildStub } from '../../tests/support/web-build-stub.ts';
import { CachedResponse } from './cached-response.ts';
import { createPageRenderer } from './pages.ts';
import { createResponseCache } from './response-cache.ts';

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
    cache: createResponseCache(0),
    readApiResponse: async (path) => new CachedResponse(200, {}, '{}', responses[path]),
    headers: {},
    headersByPath: {},
  });
  expect(await getPage('/city/irvine', '')).toMatchObject({
    surrogateKeys: ['counts', 'city:irvine', 'listing:12', 'listing:34'],
    expiresAt: 2_000,
  });
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
    cache: createResponseCache(10_000),
    // The response that it has moved comes last.
    readApiResponse: async (path) => {
      if (path.endsWith('/related')) return new CachedResponse(404, {}, '{}');
      await new Promise(setImmediate);
      return new CachedResponse(301, { location: '/api/ads/12' }, '');
    },
    headers: { 'x-test': 'yes' },
    headersByPath: {},
  });
  expect(await getPage('/ads/7', '')).toMatchObject({
    status: 301,
    headers: { location: '/ads/12', 'cache-control': 'public, no-cache', 'x-test': 'yes' },
  });
});
