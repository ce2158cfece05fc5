import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { pictureFileName } from '#server/photos/pictures.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { ListingOverrides } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';
import { getTextPosition, renderShareImage, TEXT_WIDTH } from '#web/base/art/share-picture.ts';

const web = createWebBuildStub({
  renderShareImage: renderShareImage,
  TEXT_WIDTH: TEXT_WIDTH,
  getTextPosition: getTextPosition,
});

const files = new Map<string, Buffer>();
const reads: string[] = [];
const storage: Storage = {
  put: async (name, bytes) => void files.set(name, bytes),
  get: async (name) => {
    reads.push(name);
    return files.get(name) ?? null;
  },
  remove: async () => {},
  close: async () => {},
};
const api = await createTestApi({ web, storage });
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
    '/blog/listing-that-gets-called',
  ])('is rendered for %s, and may be cached for long', async (path) => {
    const { statusCode, headers, rawPayload } = await api.http.inject(`/share${path}.png?v=1`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    const purged = path.startsWith('/ads/') ? 's-maxage=0, ' : '';
    expect(headers['cache-control']).toBe(`public, max-age=31536000, ${purged}immutable`);
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

  it.runIf(isLongRun)('is refused for a while when many others are being rendered', async () => {
    const zips = Array.from({ length: 24 }, (_, index) => `/share/zip/${90001 + index}.png`);
    const statuses = (await Promise.all(zips.map((path) => api.get(path)))).map(({ status, headers }) => [
      status,
      headers['retry-after'],
    ]);
    expect(statuses).toContainEqual([200, undefined]);
    expect(statuses).toContainEqual([503, '5']);
  });
});

describe('the share image of a paid listing', () => {
  const RED = '#d01020';
  const BLUE = '#1020d0';
  const GREEN = '#10d020';

  it('has its photo as the ground and its logo on the card, and changes with them', async () => {
    const id = await createPaidListing({
      photo: await storePicture(RED, 960, 720),
      logo: await storePicture(BLUE, 160),
    });
    const { statusCode, headers, rawPayload } = await api.http.inject(`/share/ads/${id}.jpg`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, s-maxage=0, immutable',
      'surrogate-key': `listing:${id}`,
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(rawPayload.length).toBeLessThan(300_000);
    const { red, blue, green } = await countColors(rawPayload);
    expect(red).toBeGreaterThan(0.5);
    // The logo has 96×96 pixels of 1200×630.
    expect(blue).toBeCloseTo(0.012, 3);
    expect(green).toBe(0);

    reads.length = 0;
    expect((await api.http.inject(`/share/ads/${id}.jpg`)).rawPayload).toEqual(rawPayload);
    expect(reads).toEqual([]);

    await setPictures(id, { photo: await storePicture(GREEN, 960, 720), logo: null });
    const changed = await countColors(await fetchJpeg(id));
    expect(changed).toMatchObject({ red: 0, blue: 0 });
    expect(changed.green).toBeGreaterThan(0.5);
  });

  it('has its logo over the drawing where it has no photo, or where the file of its photo is missing', async () => {
    const logo = await storePicture(BLUE, 160);
    const onlyLogo = await countColors(await fetchJpeg(await createPaidListing({ photo: null, logo })));
    expect(onlyLogo.blue).toBeCloseTo(0.012, 3);
    expect(onlyLogo.red).toBe(0);
    const lost = { ...(await storePicture(RED, 960, 720)), name: 'f'.repeat(32) };
    const withoutFile = await countColors(await fetchJpeg(await createPaidListing({ photo: lost, logo })));
    expect(withoutFile.blue).toBeCloseTo(0.012, 3);
    expect(withoutFile.red).toBe(0);
  });

  it('does not exist for a listing without pictures, at the free level, or for other pages', async () => {
    const pictures = { photo: await storePicture(RED, 960, 720), logo: null };
    const free = await createPaidListing(pictures, { level: 'free' });
    const ended = await createPaidListing(pictures, { paid_until: new Date(Date.now() - 1000) });
    const plain = await createPaidListing({ photo: null, logo: null });
    for (const path of [`/ads/${free}`, `/ads/${ended}`, `/ads/${plain}`, '/city/irvine', '/ads', '/ads/x', '/ads/1/2'])
      expect((await api.get(`/share${path}.jpg`)).status, path).toBe(404);
    expect((await api.get(`/share/ads/${free}.png`)).status).toBe(200);
  });

  const fetchJpeg = async (id: number) => (await api.http.inject(`/share/ads/${id}.jpg`)).rawPayload;

  /** Stores a picture of one color in one width. */
  async function storePicture(background: string, width: number, height = width) {
    const name = randomBytes(16).toString('hex');
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .webp()
      .toBuffer();
    files.set(pictureFileName(name, width), bytes);
    return { id: 1, name, widths: [width], width, height, alt: '' };
  }

  interface Pictures {
    photo: Awaited<ReturnType<typeof storePicture>> | null;
    logo: Awaited<ReturnType<typeof storePicture>> | null;
  }

  async function createPaidListing(pictures: Pictures, columns: ListingOverrides = {}) {
    const id = await api.createListing({ level: 'enhanced', ...columns });
    await setPictures(id, pictures);
    return id;
  }

  const setPictures = (id: number, { photo, logo }: Pictures) =>
    api.db
      .updateTable('listings')
      .set({ photos: JSON.stringify(photo ? [photo] : []), logo: logo && JSON.stringify(logo) })
      .where('id', '=', id)
      .execute();

  /** The parts of an image that are nearly of one of the colors. */
  async function countColors(image: Buffer) {
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    const counts = { red: 0, green: 0, blue: 0 };
    for (let at = 0; at < data.length; at += info.channels) {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
      if (r > 180 && g < 50 && b < 70) counts.red++;
      if (g > 180 && r < 50 && b < 70) counts.green++;
      if (b > 180 && r < 50 && g < 70) counts.blue++;
    }
    const pixels = info.width * info.height;
    return { red: counts.red / pixels, green: counts.green / pixels, blue: counts.blue / pixels };
  }
});
