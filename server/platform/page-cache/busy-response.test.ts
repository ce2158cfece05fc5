import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { t } from '#contract/i18n/t.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';
import { createBusyResponder } from './busy-response.ts';
import { CachedResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const createCaches = () => ({
  pages: createResponseCache(10_000),
  api: createResponseCache(10_000),
  searches: createResponseCache(10_000),
});
let caches = createCaches();
const warn = vi.fn();
const createResponder = () =>
  createBusyResponder({
    caches,
    headers: { 'x-content-type-options': 'nosniff' },
    log: { warn } as never,
    site: { name: 'Tom & <Jerry>' },
    web: {
      ...createWebBuildStub({}),
      getAssets: () => ({ scripts: ['/assets/a.js'], styles: ['/assets/a.css'], fonts: [], preloads: [] }),
    },
  });

let respond = createResponder();
beforeEach(() => {
  caches = createCaches();
  respond = createResponder();
});
const server = createServer((request, response) => respond(request, response));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method, headers });

test('a visitor gets a short page without scripts that asks to try again', async () => {
  const response = await ask('/city/irvine');
  expect(response.status).toBe(503);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'retry-after': '5',
    'x-content-type-options': 'nosniff',
  });
  const html = await response.text();
  expect(html).toContain('<h1 class="text-2xl md:text-3xl">The site is busy</h1>');
  expect(html).toContain('<title>The site is busy | Tom &#38; &#60;Jerry&#62;</title>');
  expect(html).toContain('<link rel="stylesheet" href="/assets/a.css">');
  expect(html).not.toContain('<script');
});

test.each(['GET', 'POST'])('a %s of the API gets JSON', async (method) => {
  const response = await ask('/api/ads', method);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toEqual({ message: 'The site is busy. Please try again in a moment.' });
});

test.each([
  ['/es/city/irvine', {}],
  ['/api/ads?lang=es', {}],
  ['/api/ads', { 'accept-language': 'es-MX' }],
])('%s with %o is answered in Spanish', async (path, headers) => {
  const response = await ask(path, 'GET', headers);
  expect([response.status, response.headers.get('content-language')]).toEqual([503, 'es']);
  expect(await response.text()).toContain(inLanguage('es', () => t('The site is busy')));
});

test('while invalidations do not arrive, a page that is there already is shown instead', async () => {
  caches.pages.set('/city/irvine', new CachedResponse(200, {}, '<h1>Irvine</h1>'), 0);
  expect((await ask('/city/irvine')).status).toBe(503);
  caches.pages.setTrusted(false);
  const response = await ask('/city/irvine');
  expect([response.status, await response.text()]).toEqual([200, '<h1>Irvine</h1>']);
  expect((await ask('/city/irvine', 'POST')).status).toBe(503);
});

test('the log says it once a minute', async () => {
  await ask('/city/irvine');
  await ask('/city/irvine');
  expect(warn).toHaveBeenCalledOnce();
});
