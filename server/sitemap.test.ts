import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '../tests/api.ts';
import { makeListings } from './db/factories.ts';

const api = await createTestApi();
afterAll(() => api.close());

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g)].map(([, path]) => path);

describe('/sitemap.xml', () => {
  it('lists every kind of page, once, by its absolute address', async () => {
    const id = await api.list({ zip: '92614', updated_at: new Date('2025-04-16T07:08:09Z') });
    const { body, headers, status } = await api.get('/sitemap.xml');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/xml/);
    const paths = locations(body);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/browse',
        '/featured',
        '/locations',
        '/categories',
        '/orange-county',
        '/county/orange-county',
        '/city/irvine',
        '/zip/92614',
        '/category/pizza',
        `/ads/${id}`,
      ]),
    );
    expect(new Set(paths).size).toBe(paths.length);
    expect(body).toContain(`/ads/${id}</loc><lastmod>2025-04-16T07:08:09.000Z</lastmod>`);
    expect(body).toMatch(/^<\?xml .*\n<urlset .*\n(<url>.*<\/url>\n)+<\/urlset>\n$/);
  });

  it('names ZIP codes that have listings, and no others', async () => {
    const paths = locations((await api.get('/sitemap.xml')).body);
    expect(paths.filter((path) => path?.startsWith('/zip/'))).toEqual(['/zip/92614']);
  });

  it('holds more listings than are read at a time', async () => {
    await makeListings(api.db, 2000);
    const listings = locations((await api.get('/sitemap.xml')).body).filter((path) => path?.startsWith('/ads/'));
    expect(new Set(listings).size).toBe(2001);
  });

  it('becomes an index of files that hold listings when there are too many for one', async () => {
    await api.list({ id: 40_000 });
    await api.list({ id: 40_001, updated_at: new Date('2025-01-02') });
    await api.list({ id: 130_000 });
    const { body } = await api.get('/sitemap.xml');
    expect(body).toContain('<sitemapindex');
    const files = locations(body);
    expect(files).toEqual([
      '/sitemap-pages.xml',
      '/sitemap-listings-1.xml',
      '/sitemap-listings-2.xml',
      '/sitemap-listings-4.xml',
    ]);
    const contents = await Promise.all(files.map(async (file) => locations((await api.get(file as string)).body)));
    expect(contents[0]).toContain('/city/irvine');
    expect(contents[1]).toHaveLength(2002);
    expect(contents.slice(2)).toEqual([['/ads/40001'], ['/ads/130000']]);
  });

  it.each(['3', '0', '999999', 'x', '1234567'])('has no file of listings number %s', async (file) => {
    expect((await api.get(`/sitemap-listings-${file}.xml`)).status).toBe(404);
  });
});

describe('/robots.txt', () => {
  it('names the sitemap, and keeps crawlers to what is public', async () => {
    const { body, headers } = await api.get('/robots.txt');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toMatch(/^Sitemap: http:\/\/localhost:3000\/sitemap\.xml$/m);
    for (const path of ['/api/', '/account', '/admin', '/checkout']) expect(body).toContain(`\nDisallow: ${path}\n`);
    expect(body).toContain('\nAllow: /api/ads/\n');
  });
});
