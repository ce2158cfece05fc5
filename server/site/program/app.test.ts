import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { placeCountsQuery } from '#server/places/counts.ts';
import { COUNTS_KEY } from '#server/places/places.ts';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { createEtag } from '#server/platform/page-cache/cached-response.ts';
import { listenForInvalidations } from '#server/platform/page-cache/invalidation-listener.ts';
import { canonicalPath } from '#server/platform/page-cache/pages.ts';
import { createResponseCache, type ResponseCache } from '#server/platform/page-cache/response-cache.ts';
import { loadBuild, type WebBuild } from '#server/platform/page-cache/web-build.ts';
import { type App, createApp } from '#server/site/app.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { getListingKeys } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const MEGABYTE = 1024 * 1024;

/** A simulated process of the site: an app with its own caches that receives invalidations from PostgreSQL. */
interface AppProcess extends App {
  pages: ResponseCache;
  stop(): Promise<void>;
}

let database: TestDatabase;
let web: WebBuild;
let firstProcess: AppProcess;
let secondProcess: AppProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  web = await loadBuild(resolve(import.meta.dirname, '../../../dist'));
  [firstProcess, secondProcess] = [await startProcess(), await startProcess()];
});
afterAll(async () => {
  await Promise.all([firstProcess.stop(), secondProcess.stop()]);
  await database.drop();
});

/** The cookie of a new session. */
const makeSessionCookie = async ({ id }: { id: number }) => `session=${(await makeSession(database.db, id)).token}`;

async function startProcess(variables: Record<string, string> = {}): Promise<AppProcess> {
  const pages = createResponseCache(16 * MEGABYTE);
  const app = await createApp({
    env: readEnv({ LOG_LEVEL: 'silent', GEOCODER_URL: '', ...variables }),
    db: database.db,
    web,
    pageCache: pages,
  });
  let onFirstInvalidation = () => {};
  const listening = new Promise<void>((resolve) => {
    onFirstInvalidation = resolve;
  });
  const listener = listenForInvalidations(database, (keys) => app.invalidate(keys).then(onFirstInvalidation));
  await listening;
  return { ...app, pages, stop: () => listener.close().then(() => app.http.close()) };
}

const getBody = async ({ http }: App, url: string) => (await http.inject({ url })).body;

/** Whether a page shows a text. A failure then does not print the whole page. */
const showsText = async (app: App, url: string, text: string) => (await getBody(app, url)).includes(text);

/** Publishes a listing as a verb does: the row and its invalidation in one transaction. */
function publish(columns: Parameters<typeof makeListing>[1]) {
  return database.db.transaction().execute(async (transaction) => {
    const listing = await makeListing(transaction, columns);
    await invalidate(transaction, await getListingKeys(transaction, listing.id));
    return listing;
  });
}

describe('a new listing in Irvine', () => {
  const showing = [
    '/',
    '/browse',
    '/county/orange-county',
    '/city/irvine',
    '/irvine',
    '/orange-county',
    '/zip/92614',
    '/category/plumbers',
    '/category/home-services',
    '/api/ads/recent',
    '/api/zip/92614/ads',
  ];
  const untouched = [
    '/county/kern-county',
    '/city/anaheim',
    '/bakersfield',
    '/zip/93301',
    '/category/bakeries',
    '/nyc',
  ];

  test('is on every page that shows it, in every process, and leaves the others in memory', async () => {
    // A place or category without listings shows the numbers of those around it.
    for (const columns of [{ place: 'anaheim' }, { zip: '93301' }, { category: 'bakeries' }]) {
      const { id } = await makeListing(database.db, columns);
      for (const process of [firstProcess, secondProcess])
        await process.invalidate(await getListingKeys(database.db, id));
    }
    for (const process of [firstProcess, secondProcess])
      for (const url of [...showing, ...untouched]) await getBody(process, url);
    const cached = untouched.map((url) => secondProcess.pages.get(url));
    expect(cached.every((response) => response !== undefined)).toBe(true);

    const { id } = await publish({ title: 'Irvine Leak Patrol' });
    for (const process of [firstProcess, secondProcess]) {
      for (const url of showing) {
        await expect.poll(() => showsText(process, url, 'Irvine Leak Patrol')).toBe(true);
      }
    }
    expect(untouched.filter((url, i) => secondProcess.pages.get(url) !== cached[i])).toEqual([]);
    expect(await showsText(secondProcess, `/ads/${id}`, 'Irvine Leak Patrol')).toBe(true);
  });

  test('has no effect when its transaction is rolled back', async () => {
    await getBody(firstProcess, '/city/irvine');
    const cached = firstProcess.pages.get('/city/irvine');
    await expect(
      database.db.transaction().execute(async (transaction) => {
        await makeListing(transaction, { title: 'Never There' });
        await invalidate(transaction, ['city:irvine']);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await publish({ title: 'After It' });
    await expect.poll(() => showsText(firstProcess, '/city/irvine', 'After It')).toBe(true);
    expect(cached).toBeDefined();
    expect(await showsText(firstProcess, '/city/irvine', 'Never There')).toBe(false);
  });

  test('is removed from the cache when it expires', async () => {
    const listing = await publish({ title: 'Gone Soon', expires_at: new Date(Date.now() + 1500) });
    await expect.poll(() => showsText(firstProcess, '/city/irvine', 'Gone Soon')).toBe(true);
    await expect.poll(() => showsText(firstProcess, '/city/irvine', 'Gone Soon')).toBe(false);
    expect((await firstProcess.http.inject({ url: `/ads/${listing.id}` })).statusCode).toBe(410);
  });
});

describe('the cache key of a page', () => {
  test('an address cannot be written so that its canonical form leads off the site', () => {
    expect(canonicalPath('/\\evil.example/')).toBe('/%5Cevil.example');
    expect(canonicalPath('//evil.example')).toBe('/evil.example');
    expect(canonicalPath('/%2F/evil.example')).toBe('/%2F/evil.example');
  });

  test('does not include query parameters that the page does not read', async () => {
    // The page shows counts, which the listings of the tests before have changed.
    await firstProcess.invalidate([COUNTS_KEY]);
    const plain = await firstProcess.http.inject({ url: '/city/indio' });
    const { responses } = firstProcess.pages.size();
    for (const query of ['?utm_source=x', '?a=1&b=2', `?${'x'.repeat(2000)}`, '?__proto__=1']) {
      const response = await firstProcess.http.inject({ url: `/city/indio${query}` });
      expect(response.headers.etag).toBe(plain.headers.etag);
    }
    expect(firstProcess.pages.size().responses).toBe(responses);
  });

  test('does not exist for other spellings of a URL, unknown places and cursors', async () => {
    const urls = [
      '/city/%69ndio',
      '/city/ind%69o',
      '/city/nowhere-at-all',
      '/nowhere',
      '/ads/999999999',
      '/zip/00000',
      '/also/no/page',
      `/city/irvine?cursor=${encodeCursor({ at: new Date(1), id: 1 })}`,
    ];
    const countAdded = async () => {
      await firstProcess.invalidate([ALL_KEYS]);
      await getBody(firstProcess, '/city/indio');
      await getBody(firstProcess, '/no/such/page');
      const { responses } = firstProcess.pages.size();
      for (const url of urls) await firstProcess.http.inject({ url });
      return firstProcess.pages.size().responses - responses;
    };
    // A recount after the tests before may remove a page meanwhile.
    await expect.poll(countAdded).toBe(0);
  });

  test('a search without results is asked for each time, whether by its page or at the API', async () => {
    const addresses = ['/search?q=gramophones', '/api/search?q=gramophones'];
    for (const url of addresses) expect(await showsText(firstProcess, url, 'Gramophone Garden')).toBe(false);
    await publish({ title: 'Gramophone Garden' });
    for (const url of addresses) expect(await showsText(firstProcess, url, 'Gramophone Garden')).toBe(true);
  });

  test.each([
    ['/city/irvine/', '/city/irvine'],
    ['//city//irvine', '/city/irvine'],
    ['/city/irvine/?a=1', '/city/irvine?a=1'],
    ['//evil.example/', '/evil.example'],
  ])('%s is sent to %s, on this site', async (url, location) => {
    const response = await firstProcess.http.inject({ url });
    expect(response.statusCode).toBe(308);
    expect(response.headers.location).toBe(location);
  });
});

test("Stripe's script may run where cards are taken by it, and nowhere else", async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_of_this_test', STRIPE_PUBLISHABLE_KEY: 'pk_test_of_this_test' };
  const paying = await startProcess({ ...keys, STRIPE_API_BASE: 'http://127.0.0.1:9' });
  const policyOf = async ({ http }: App, url: string) =>
    (await http.inject({ url })).headers['content-security-policy'];
  for (const url of ['/checkout', '/checkout?plan=annual']) {
    expect(await policyOf(paying, url)).toMatch(
      /script-src 'self' https:\/\/js\.stripe\.com.*frame-src 'self' https:\/\/js\.stripe/,
    );
    expect(await policyOf(firstProcess, url)).not.toContain('stripe');
  }
  for (const url of ['/', '/payment-success', '/checkouts'])
    expect(await policyOf(paying, url)).not.toContain('stripe');
  await paying.stop();
});

function expectSecurity(headers: Record<string, unknown>) {
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBeDefined();
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
}

describe('an answer of another status than 200 is never a 304', () => {
  test.each([
    ['/no/such/page', 404],
    ['/city/nowhere-at-all', 404],
    ['/ads/999999999', 404],
    ['/assets/%0d%0ax', 404],
    ['/uploads/%0d%0a', 404],
    ['/city/irvine%00', 404],
    ['/uploads/%e2%80%a8', 404],
    ['/api/nothing', 404],
    ['/api/ads/999999999', 404],
    ['/api/ads/x', 404],
  ])('%s has status %i and a body even if its ETag matches', async (url, status) => {
    const first = await firstProcess.http.inject({ url });
    expect(first.statusCode).toBe(status);
    const etags = ['*', String(first.headers.etag ?? createEtag(first.rawPayload))];
    for (const etag of etags) {
      const again = await firstProcess.http.inject({ url, headers: { 'if-none-match': etag } });
      expect(again.statusCode).toBe(status);
      expect(again.body).toBe(first.body);
      expect(again.body).not.toBe('');
    }
  });

  test('as a 404 page has an ETag', async () => {
    expect((await firstProcess.http.inject({ url: '/no/such/page' })).headers.etag).toMatch(/^W\/"/);
  });
});

describe('every answer', () => {
  test.each([
    '/',
    '/nowhere',
    '/no/such/page',
    '/api/ads/recent',
    '/api/ads/x',
    '/api/nothing',
    '/healthz',
    '/favicon.svg',
    '/site.webmanifest',
  ])('%s carries the security headers, and declares its encoding', async (url) => {
    const { headers } = await firstProcess.http.inject({ url });
    expectSecurity(headers);
    expect(headers['content-type']).toMatch(/; charset=utf-8$/);
  });

  test('refusals carry them too, whatever they refuse', async () => {
    const [key, register] = ['register:127.0.0.1', { method: 'POST', url: '/api/register' } as const];
    const ours = { origin: 'http://localhost:3000' };
    const owner = { ...ours, cookie: await makeSessionCookie(await makeAccount(database.db)) };
    const ends_at = new Date(Date.now() + 60_000);
    await database.db.insertInto('limits').values({ key, hits: 20, ends_at }).execute();
    const payload = {
      businessName: 'Poppy Bakery',
      username: 'poppy',
      email: 'poppy@mail.example',
      password: 'secret',
    };
    const refused = [
      [400, { ...register, headers: ours, payload: {} }],
      [401, { url: '/api/user' }],
      [403, { url: '/api/admin/users', headers: owner }],
      [403, { ...register, payload, headers: { origin: 'https://evil.example' } }],
      [404, { method: 'DELETE', url: '/api/user/sessions/999999999', headers: owner }],
      [404, { method: 'POST', url: '/api/nothing', headers: ours }],
      [413, { ...register, headers: ours, payload: { businessName: 'x'.repeat(200_000) } }],
      [415, { ...register, payload: 'a=b', headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' } }],
      [429, { ...register, headers: ours, payload }],
    ] as const;
    for (const [status, request] of refused) {
      const { statusCode, headers } = await firstProcess.http.inject(request);
      expect(statusCode, JSON.stringify(request).slice(0, 200)).toBe(status);
      expectSecurity(headers);
      expect(headers['cache-control']).toBe('private, no-store');
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('a response of the API is the same whether a page or a visitor requested it first', async () => {
    for (const url of ['/api/counties', '/api/ads/recent?limit=8']) {
      // All keys, so that the cache is empty as in a new process.
      await firstProcess.invalidate([ALL_KEYS]);
      const direct = await firstProcess.http.inject({ url });
      await firstProcess.invalidate([ALL_KEYS]);
      await getBody(firstProcess, '/');
      const cached = await firstProcess.http.inject({ url });
      const own = ({ date: _date, connection: _connection, vary: _vary, ...headers }: Record<string, unknown>) =>
        headers;
      expect(own(cached.headers)).toEqual(own(direct.headers));
      expect(cached.body).toBe(direct.body);
    }
  });

  test('a page is the same for everyone, cookies or not', async () => {
    const anonymous = await firstProcess.http.inject({ url: '/city/irvine' });
    const known = await firstProcess.http.inject({
      url: '/city/irvine',
      headers: { cookie: 'session=x; signed-in=1' },
    });
    expect(known.body).toBe(anonymous.body);
    expect(anonymous.headers['set-cookie']).toBeUndefined();
  });

  test.each(['92614-1234', '926141234', '92614%20', '92614%E2%80%931234'])(
    'a ZIP code in another form leads to its page: %s',
    async (zip) => {
      for (const prefix of ['', '/es']) {
        const { statusCode, headers } = await firstProcess.http.inject({ url: `${prefix}/zip/${zip}` });
        expect([statusCode, headers.location]).toEqual([301, `${prefix}/zip/92614`]);
      }
    },
  );

  test('a page that failed says so with its status and its words', async () => {
    const zip = await firstProcess.http.inject({ url: '/zip/99999' });
    expect(zip.statusCode).toBe(404);
    expect(zip.body).toContain('Zip Code Not Found');
    const nowhere = await firstProcess.http.inject({ url: '/no/such/page' });
    expect(nowhere.statusCode).toBe(404);
    expect(nowhere.body).toContain('404 Page Not Found');
  });

  test('no page needs more than seven calls of the API', async () => {
    for (const url of [
      '/',
      '/browse',
      '/featured',
      '/categories',
      '/locations',
      '/county/kern-county',
      '/city/irvine',
      '/los-angeles',
      '/zip/92614',
      '/category/plumbers',
      '/ads/1',
    ]) {
      const calls: string[] = [];
      const entry = await web.entry();
      const read = async (path: string) => {
        calls.push(path);
        const { body, headers, statusCode } = await firstProcess.http.inject({ url: path });
        if (statusCode !== 200) throw new entry.ApiError(statusCode, path);
        return entry.toPage(JSON.parse(body), headers.link?.toString());
      };
      const site = {
        name: 'Test',
        origin: 'http://localhost',
        operator: '',
        postalAddress: '',
        supportEmail: '',
        profiles: {},
        measurementId: null,
        adsClientId: null,
        mapTiles: '/map-tiles/1.pmtiles',
        signUps: 'open' as const,
        newListings: 'live' as const,
        payments: 'simulated' as const,
      };
      await entry.render(url, { site, notices: [], read, getAssets: web.getAssets });
      expect(calls.length, `${url}: ${calls.join(' ')}`).toBeLessThanOrEqual(7);
    }
  });
});

test('an invalidation of everything does not wait for the listings to be counted', async () => {
  const listing = await makeListing(database.db, { title: 'Before the count' });
  const shows = (title: string) => showsText(firstProcess, `/ads/${listing.id}`, title);
  expect(await shows('Before the count')).toBe(true);
  await database.db.updateTable('listings').set({ title: 'During the count' }).where('id', '=', listing.id).execute();
  expect(await shows('Before the count')).toBe(true);
  const { promise: mayCount, resolve: count } = Promise.withResolvers<void>();
  const execute = placeCountsQuery.execute.bind(placeCountsQuery);
  vi.spyOn(placeCountsQuery, 'execute').mockImplementation((...args) => mayCount.then(() => execute(...args)));
  const invalidated = firstProcess.invalidate([ALL_KEYS]);
  await expect.poll(() => shows('During the count')).toBe(true);
  count();
  await invalidated;
});
