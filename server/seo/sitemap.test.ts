import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { makeListings } from '#tests/fixtures/bulk-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { withoutTriggers } from '#tests/support/fill-tables.ts';
import { openSitemapDates } from './sitemap-dates.ts';

const api = await createTestApi();
afterAll(() => api.close());

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g)].map(([, path]) => path);

/** Every address that the sitemap's files hold. */
async function readAllUrls() {
  const files = locations((await api.get('/sitemap.xml')).body);
  return (await Promise.all(files.map(async (file) => locations((await api.get(file as string)).body)))).flat();
}

// In this order: each test adds to the directory of those before it.
describe('/sitemap.xml', { shuffle: false }, () => {
  it('is an index of files that contain every kind of page once, by its absolute URL', async () => {
    const id = await api.createListing({
      zip: '92614',
      category: 'pizza',
      updated_at: new Date('2025-04-16T07:08:09Z'),
    });
    const { body, headers, status } = await api.get('/sitemap.xml');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/xml/);
    expect(body).toMatch(/^<\?xml .*\n<sitemapindex .*\n(<sitemap>.*<\/sitemap>\n)+<\/sitemapindex>\n$/);
    const paths = await readAllUrls();
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/browse',
        '/featured',
        '/locations',
        '/categories',
        '/rates',
        '/help',
        '/privacy-policy',
        '/blog',
        '/blog/listing-that-gets-called',
        '/orange-county',
        '/county/orange-county',
        '/city/irvine',
        '/city/irvine/pizza',
        '/city/irvine/restaurants',
        '/zip/92614',
        '/category/pizza',
        '/category/restaurants',
        `/ads/${id}`,
      ]),
    );
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('contains no page without listings', async () => {
    const paths = await readAllUrls();
    const lists = paths.filter((path) => /^\/(zip|city|county|category|ads)\//.test(path ?? ''));
    expect(lists).toHaveLength(8);
    await api.createListing({ origin: 'sample', updated_at: new Date('2025-01-01') });
    expect((await readAllUrls()).filter((path) => path?.startsWith('/ads/'))).toHaveLength(1);
  });

  it('has the date of the last change of a page', async () => {
    const changed = '<lastmod>2025-04-16T07:08:09.000Z</lastmod>';
    const holds = async (file: string, path: string, lastmod = changed) =>
      expect((await api.get(`/sitemap-${file}.xml`)).body).toContain(`${path}</loc>${lastmod}</url>`);
    await holds('listings-1', '/ads/1');
    await holds('places', '/county/orange-county');
    await holds('categories', '/category/pizza');
    await holds('city-categories-1', '/city/irvine/restaurants');
    await holds('pages', '/privacy-policy', '<lastmod>2025-04-16</lastmod>');
    await holds('posts', '/blog/listing-that-gets-called', '<lastmod>2025-04-03</lastmod>');
  });

  it('has neighborhoods, by the point of a listing', async () => {
    await api.createListing({ zip: '90005', category: 'pizza', lat: 34.0618, lng: -118.3 });
    const paths = await readAllUrls();
    expect(paths).toEqual(expect.arrayContaining(['/city/koreatown', '/city/koreatown/pizza', '/city/los-angeles']));
  });

  it('contains more listings than one query reads', async () => {
    await withoutTriggers(api.db, ['listings'], () => makeListings(api.db, 2000));
    const listings = (await readAllUrls()).filter((path) => path?.startsWith('/ads/'));
    expect(new Set(listings).size).toBe(2002);
  });

  it('has a file for each range of ids that contains listings', async () => {
    await api.createListing({ id: 40_000 });
    await api.createListing({ id: 40_001, updated_at: new Date('2025-01-02') });
    await api.createListing({ id: 90_000, origin: 'sample' });
    await api.createListing({ id: 130_000 });
    const { body } = await api.get('/sitemap.xml');
    const files = [
      '/sitemap-pages.xml',
      '/sitemap-posts.xml',
      '/sitemap-places.xml',
      '/sitemap-categories.xml',
      '/sitemap-city-categories-1.xml',
      '/sitemap-listings-1.xml',
      '/sitemap-listings-2.xml',
      '/sitemap-listings-4.xml',
    ];
    expect(locations(body)).toEqual([...files, ...files.map((file) => `/es${file}`)]);
    expect(locations((await api.get('/es/sitemap-listings-2.xml')).body)).toEqual(['/es/ads/40001']);
    expect(body).toContain('/sitemap-listings-2.xml</loc><lastmod>2025-01-02T00:00:00.000Z</lastmod>');
    const ofFile = async (file: number) => locations((await api.get(`/sitemap-listings-${file}.xml`)).body);
    expect(await ofFile(1)).toHaveLength(2003);
    expect([await ofFile(2), await ofFile(4)]).toEqual([['/ads/40001'], ['/ads/130000']]);
  });

  it('is compressed for clients that accept it', async () => {
    const path = '/sitemap-listings-1.xml';
    const plain = await api.request('GET', path);
    const zipped = await api.http.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } });
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    const refused = await api.http.inject({ url: path, headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('reads the dates of a large directory once an hour, and for concurrent requests together', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const gazetteer = await openGazetteer(api.db);
    const reads = async (listings: number) => {
      const dates = openSitemapDates(api.db, { gazetteer, counts: { counties: new Map([[1, listings]]) } });
      const [first, second] = await Promise.all([dates.lists(), dates.lists()]);
      vi.setSystemTime(Date.now() + 3_599_000);
      const third = await dates.lists();
      vi.setSystemTime(Date.now() + 1000);
      const fourth = await dates.lists();
      return [second === first, third === first, fourth === first];
    };
    expect(await reads(100_000)).toEqual([true, true, false]);
    expect(await reads(99_999)).toEqual([false, false, false]);
    vi.useRealTimers();
  });

  it.each([
    'listings-3',
    'listings-0',
    'listings-999999',
    'listings-x',
    'listings-1234567',
    'city-categories-0',
    'city-categories-9',
    'nothing',
  ])('has no file %s', async (file) => {
    expect((await api.get(`/sitemap-${file}.xml`)).status).toBe(404);
  });
});
