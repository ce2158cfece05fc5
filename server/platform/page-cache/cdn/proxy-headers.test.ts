import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteListingPhotos } from '#server/photos/photos.ts';
import { CachedResponse } from '#server/platform/page-cache/cached-response.ts';
import type { EntryServer } from '#server/platform/page-cache/web-build.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { makeAccount, makeListing, makePhoto } from '#server/site/seed/factories.ts';
import { startAppInstance } from '#tests/support/app-instance.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { startPurgeServer } from '#tests/support/servers/purge-server.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';
import { createProxyHeaders } from './proxy-headers.ts';

type Render = EntryServer['render'];

/** Reads what the path of the page says, and may be interrupted meanwhile. */
const render: Render = async (url, { read }) => {
  if (url === '/nowhere') return { status: 404, html: '<h1>404</h1>' };
  await read('/api/city/irvine/ads');
  await whileRendering();
  return { status: 200, html: '<h1>Irvine</h1>' };
};
let whileRendering = async () => {};

let whileReading = async () => {};
/** Every file is there, and reading it may be interrupted. */
const storage: Storage = {
  get: async () => {
    await whileReading();
    return Buffer.from('a picture');
  },
  put: async () => {},
  remove: async () => {},
  close: async () => {},
};

const server = await startPurgeServer();
const database = await createTestDatabase();
const web = createWebBuildStub({ render, getQueryParams: () => ['q'], toPage: (body) => body });
const app = await startAppInstance(database, {
  web,
  storage,
  cacheSearches: true,
  env: { CDN_PURGE: `varnish:${server.url}` },
});
const plain = await startAppInstance(database, { web });
beforeAll(async () => {
  await app.awaitInvalidations();
});
afterAll(async () => {
  await Promise.all([app.stop(), plain.stop()]);
  await database.drop();
  server.close();
});

const getMaxAge = async (url: string, headers = {}) => {
  const response = await app.http.inject({ url, headers });
  return response.headers['surrogate-control'];
};

describe('The proxy of CDN_PURGE may keep', () => {
  it('pages and responses that are the same for everyone for an hour, also when it has them already', async () => {
    for (const url of ['/city/irvine', '/city/irvine', '/api/city/irvine/ads', '/api/city/irvine/ads']) {
      const { headers } = await app.http.inject({ url });
      expect(headers).toMatchObject({ 'surrogate-control': 'max-age=3600', 'cache-control': 'public, no-cache' });
      expect(headers['surrogate-key']).toMatch(/^(settings notices )?city:irvine( listing:\d+)* site$/);
      expect(await getMaxAge(url, { 'if-none-match': headers.etag })).toBe('max-age=3600');
    }
  });

  it('what ends by itself until then', async () => {
    const id = await app.createListing({ zip: '93301', expires_at: new Date(Date.now() + 30_000) });
    const maxAge = Number((await getMaxAge(`/api/ads/${id}`))?.toString().slice('max-age='.length));
    expect(maxAge).toBeGreaterThan(20);
    expect(maxAge).toBeLessThanOrEqual(30);
  });

  it('pictures of public listings and the share images of these, until their listing changes', async () => {
    const { id: owner } = await makeAccount(app.db);
    // Made without an invalidation, which is purged again some time later.
    const { id } = await makeListing(app.db, { owner_id: owner });
    const { name } = await makePhoto(app.db, owner, { listing_id: id });
    const unattached = await makePhoto(app.db, owner);
    const url = `/photos/${name}-640.webp`;
    const { headers } = await app.http.inject({ url });
    expect(headers).toMatchObject({ 'surrogate-control': 'max-age=3600', 'surrogate-key': `listing:${id} site` });
    const visitor = await app.signedInVisitor(owner);
    const uploaded = await visitor.get(`/photos/${unattached.name}-640.webp`);
    expect([uploaded.status, uploaded.headers['surrogate-control']]).toEqual([200, undefined]);
    server.requests.length = 0;
    await app.db.transaction().execute((trx) => deleteListingPhotos(trx, [id]));
    await expect.poll(server.getKeys, { timeout: 1000 }).toContain(`listing:${id}`);
    expect((await app.http.inject({ url })).statusCode).toBe(404);
    whileReading = () => app.invalidate([`listing:${id}`]);
    const again = await makePhoto(app.db, owner, { listing_id: id });
    expect(await getMaxAge(`/photos/${again.name}-640.webp`)).toBe('max-age=0');
    whileReading = async () => {};
  });

  it('nothing else: pages that do not exist, searches, what is private, what is not known to be right', async () => {
    expect(await getMaxAge('/nowhere')).toBe('max-age=0');
    expect(await getMaxAge('/search?q=bakery')).toBe('max-age=0');
    const visitor = await app.signedInVisitor((await makeAccount(app.db)).id);
    const { headers } = await visitor.get('/api/user');
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(headers['surrogate-control']).toBeUndefined();
    app.setInvalidationsArrive(false);
    expect(await getMaxAge('/city/irvine')).toBe('max-age=0');
    app.setInvalidationsArrive(true);
    expect(await getMaxAge('/city/irvine')).toBe('max-age=3600');
  });

  it('no page that was invalidated while it was rendered', async () => {
    await app.invalidate(['city:irvine']);
    whileRendering = () => app.invalidate(['city:irvine']);
    expect(await getMaxAge('/city/irvine')).toBe('max-age=0');
    whileRendering = async () => {};
    expect(await getMaxAge('/city/irvine')).toBe('max-age=3600');
  });

  it('what Cloudflare is told in headers of its own, and nothing where no proxy is purged', async () => {
    const toCloudflare = createProxyHeaders({ kind: 'cloudflare' });
    const response = new CachedResponse(200, {}, '', { surrogateKeys: ['listing:12', 'city:irvine'] });
    response.isCurrent = () => true;
    expect(toCloudflare(response)).toEqual([
      'cdn-cache-control',
      'max-age=3600',
      'cache-tag',
      'listing:12,city:irvine,site',
    ]);
    const { headers } = await plain.http.inject({ url: '/city/irvine' });
    expect(headers['surrogate-control']).toBeUndefined();
    expect(headers['surrogate-key']).not.toContain('site');
  });
});

it('a change by any process is purged within a second, and a count with the listing that it counts', async () => {
  server.requests.length = 0;
  const owner = await plain.signedInVisitor((await makeAccount(app.db)).id);
  const { id } = (await owner.post('/api/ads', listingForm())).body.ad;
  await expect
    .poll(server.getKeys, { timeout: 1000 })
    .toEqual(expect.arrayContaining([`listing:${id}`, 'city:irvine', 'recent', 'counts', 'counts:3']));
});
