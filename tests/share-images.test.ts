import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { getTextPosition, renderShareImage, TEXT_WIDTH } from '#web/art/share-picture.ts';
import { createTestApi } from './support/api.ts';
import { createWebBuildStub } from './support/web-build-stub.ts';

const post = {
  slug: 'a-post',
  title: 'Hours people can trust',
  county: 'kern-county',
  date: '2025-04-03',
  excerpt: '',
};
const web = createWebBuildStub({
  renderShareImage: renderShareImage,
  TEXT_WIDTH: TEXT_WIDTH,
  getTextPosition: getTextPosition,
  texts: new Map([['/texts/blog.json', { posts: [post] }]]),
});

const api = await createTestApi({ web });
afterAll(() => api.close());

const listing = await api.createListing({ title: 'Golden Hour Plumbing' });

const fetchShareImage = async (path: string) => (await api.http.inject(`/share${path}.png?v=1`)).rawPayload;

describe('a share image', () => {
  it.each([
    `/ads/${listing}`,
    '/county/orange-county',
    '/city/irvine',
    '/city/irvine/pizza',
    '/zip/92614',
    '/category/pizza',
    '/los-angeles',
    '/blog/a-post',
  ])('is rendered for %s, and may be cached for long', async (path) => {
    const { statusCode, headers, rawPayload } = await api.http.inject(`/share${path}.png?v=1`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(rawPayload.length).toBeLessThan(300_000);
  });

  it('shows the name', async () => {
    expect(await fetchShareImage('/city/irvine')).not.toEqual(await fetchShareImage('/city/tustin'));
    const before = await fetchShareImage(`/ads/${listing}`);
    expect(await fetchShareImage(`/ads/${listing}`)).toEqual(before);
    await api.db.updateTable('listings').set({ title: 'Blue Hour Plumbing' }).where('id', '=', listing).execute();
    expect(await fetchShareImage(`/ads/${listing}`)).not.toEqual(before);
  });

  it.each([
    ['one endless word', 'W'.repeat(100)],
    ['endless short words', 'i '.repeat(50)],
    ['markup', '<span size="900pt">Big</span> & <b>'],
    ['right to left', 'مرحبا \u202eevil'],
    ['emoji alone', '🎉🎉🎉👩‍👩‍👧‍👦'],
    ['marks upon marks', `Z${'\u0301'.repeat(80)}algo`],
    ['signs that XML cannot hold', 'a\u0001b\uffffc\u000bd'],
    ['half an emoji', 'half \ud83c'.toWellFormed()],
  ])('is drawn whatever a listing is called: %s', async (_kind, title) => {
    const picture = await fetchShareImage(`/ads/${await api.createListing({ title })}`);
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  it.each([
    '/ads/999999',
    '/ads/x',
    '/ads/1e3',
    '/ads/99999999999999999999',
    '/city/nowhere',
    '/city/irvine/nothing',
    '/city/irvine/pizza/more',
    '/zip/99999',
    '/zip/92614/pizza',
    '/category/nothing',
    '/blog/nothing',
    '/dfw',
    '/admin',
    '/constructor',
    '/../../etc/passwd',
    '/%2e%2e/x',
    '',
  ])('is not there for %j', async (path) => {
    expect((await api.get(`/share${path}.png`)).status).toBe(404);
  });

  it('does not exist for a listing that is not public', async () => {
    const hidden = await api.createListing({ status: 'paused' });
    expect((await api.get(`/share/ads/${hidden}.png`)).status).toBe(404);
  });

  it('is refused for a while when many others are being rendered', async () => {
    const zips = Array.from({ length: 30 }, (_, index) => `/share/zip/${90001 + index}.png`);
    const statuses = (await Promise.all(zips.map((path) => api.get(path)))).map(({ status, headers }) => [
      status,
      headers['retry-after'],
    ]);
    expect(statuses).toContainEqual([200, undefined]);
    expect(statuses).toContainEqual([503, '5']);
  });
});
