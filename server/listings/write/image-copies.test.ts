import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { PictureRefused } from '#server/photos/fetch-picture.ts';
import { deleteOrphanedFiles } from '#server/photos/orphaned-files.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { startAppInstance } from '#tests/support/app-instance.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { listingForm } from '#tests/support/listing-form.ts';

const FRONT = 'https://shop.example/front.jpg';
const BACK = 'https://shop.example/back.jpg';
const TEXT = 'https://shop.example/text.jpg';

const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f4a300' } })
  .jpeg()
  .toBuffer();
const files: Record<string, Buffer> = { [FRONT]: jpeg, [BACK]: jpeg, [TEXT]: Buffer.from('<svg onload="alert(1)"/>') };
const DATA_DIR = mkdtempSync(join(tmpdir(), 'image-copies-'));
const database = await createTestDatabase();
const { db } = database;
const { owner_id: earlier, id: earlierListing } = await makeListing(db, {
  ...{ image_url: FRONT, level: 'enhanced', owner_id: (await makeAccount(db)).id },
});
const api = await startAppInstance(database, {
  env: { DATA_DIR },
  fetchPicture: async (url) => files[url] ?? Promise.reject(new PictureRefused('There is nothing')),
});
afterAll(async () => {
  await api.stop();
  await database.drop();
  rmSync(DATA_DIR, { recursive: true });
});

const owner = await api.signedInVisitor((await makeAccount(db)).id);
const storedFiles = () =>
  readdirSync(join(DATA_DIR, 'uploads'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
/** Posts a form, and upgrades its listing: free listings show no picture. */
async function postPaid(form: object): Promise<number> {
  const { id } = (await owner.post('/api/ads', listingForm(form))).body.ad;
  await sql`update listings set level = 'enhanced', paid_until = now() + interval '1 month' where id = ${id}`.execute(
    db,
  );
  await api.invalidateAll();
  return id;
}
const readPictures = async (id: number) => {
  const { imageUrl, imageSrc, imageSrcSet } = (await api.get(`/api/ads/${id}`)).body;
  return { imageUrl, imageSrc, imageSrcSet };
};
const isRefused = async (id: number) =>
  (await db.selectFrom('listings').select('image_refused').where('id', '=', id).executeTakeFirstOrThrow())
    .image_refused;
const edit = async (id: number, form: object) => {
  const { version } = (await owner.get(`/api/user/ads/${id}`)).body;
  const response = await owner.send('PUT', `/api/user/ads/${id}`, { ...listingForm(form), version });
  expect(response.status).toBe(200);
};
const COPY = /^\/photos\/[a-z0-9]+-40\.webp$/;

it('a picture of another site is copied, and pages show the copy', async () => {
  const id = await postPaid({ title: 'With a picture', imageUrl: FRONT });
  await expect
    .poll(() => readPictures(id))
    .toEqual({
      imageUrl: FRONT,
      imageSrc: expect.stringMatching(COPY),
      imageSrcSet: expect.stringContaining('40w'),
    });
  const { imageSrc } = await readPictures(id);
  expect((await api.get(imageSrc)).headers['content-type']).toBe('image/webp');
  expect((await owner.get('/api/user/ads')).body.find((ad: { id: number }) => ad.id === id)).toMatchObject({
    imageSrc,
  });
  // What a visitor sees of it can be searched for.
  const { rows } = await sql<{
    words: string;
  }>`select words::text from listing_search where listing_id = ${id}`.execute(db);
  expect(rows[0]?.words).toContain('#photos');
});

it('a listing of an earlier release gets its copy after the start', async () => {
  await expect.poll(() => readPictures(earlierListing)).toMatchObject({ imageSrc: expect.stringMatching(COPY) });
  const photo = await db.selectFrom('photos').select('is_copy').where('owner_id', '=', earlier).executeTakeFirst();
  expect(photo).toEqual({ is_copy: true });
});

it('another URL is copied anew, and the files of the former one are removed', async () => {
  const id = await postPaid({ title: 'Changed later', imageUrl: FRONT });
  await expect.poll(() => readPictures(id)).toMatchObject({ imageSrc: expect.stringMatching(COPY) });
  const former = (await readPictures(id)).imageSrc;
  await edit(id, { title: 'Changed later', imageUrl: BACK });
  await expect.poll(async () => (await readPictures(id)).imageSrc).not.toBe(former);
  await expect.poll(() => readPictures(id)).toMatchObject({ imageUrl: BACK, imageSrc: expect.stringMatching(COPY) });

  const { imageSrc } = await readPictures(id);
  await edit(id, { title: 'Changed again', imageUrl: BACK });
  expect((await readPictures(id)).imageSrc, 'an edit of another field keeps the copy').toBe(imageSrc);
  await edit(id, { title: 'Without a picture' });
  await expect.poll(() => readPictures(id)).toEqual({ imageUrl: null, imageSrc: null, imageSrcSet: null });

  await deleteOrphanedFiles(db, openStorage({ DATA_DIR }));
  const names = storedFiles();
  for (const src of [former, imageSrc]) expect(names).not.toContain(src.slice('/photos/'.length));
});

it.each([
  ['is no picture', TEXT],
  ['may not be fetched', 'https://inside.example/'],
])('what %s is not shown, and is tried again when the listing is saved', async (_what, imageUrl) => {
  const id = await postPaid({ title: `Without ${imageUrl}`, imageUrl });
  await expect.poll(() => isRefused(id)).toBe(true);
  expect(await readPictures(id)).toEqual({ imageUrl, imageSrc: null, imageSrcSet: null });
  const before = files[imageUrl];
  files[imageUrl] = jpeg;
  await edit(id, { title: `Now with ${imageUrl}`, imageUrl });
  await expect.poll(() => readPictures(id)).toMatchObject({ imageUrl, imageSrc: expect.stringMatching(COPY) });
  if (before) files[imageUrl] = before;
  else delete files[imageUrl];
});

it('a copy cannot be attached to a form, and is no picture of one', async () => {
  const id = await postPaid({ title: 'With a copy', imageUrl: FRONT });
  await expect.poll(() => readPictures(id)).toMatchObject({ imageSrc: expect.stringMatching(COPY) });
  const copy = await db.selectFrom('photos').select('id').where('listing_id', '=', id).executeTakeFirstOrThrow();
  const response = await owner.post('/api/ads', listingForm({ title: 'A thief', photos: [{ id: copy.id, alt: '' }] }));
  expect(response.status).toBe(400);
  expect((await owner.get(`/api/user/ads/${id}`)).body.pictures).toEqual([]);
});

it('the files of a copy are removed with its listing', async () => {
  const { id } = (await owner.post('/api/ads', listingForm({ title: 'Short-lived', imageUrl: FRONT }))).body.ad;
  await expect.poll(async () => (await owner.get(`/api/user/ads/${id}`)).body.imageSrc).toMatch(COPY);
  await db.transaction().execute(async (trx) => {
    await sql`delete from listings where id = ${id}`.execute(trx);
  });
  // The row of the copy becomes one without a listing, which the task removes after a week like every other.
  await sql`update photos set created_at = now() - interval '8 days' where listing_id is null`.execute(db);
  const before = storedFiles().length;
  await deleteOrphanedFiles(db, openStorage({ DATA_DIR }));
  expect(storedFiles().length).toBeLessThan(before);
});
