import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { pictureFileName, type StoredPicture } from '#server/photos/pictures.ts';
import { insertPhoto, storeEncodedPicture } from '#server/photos/upload.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'picture-copies-'));
const storage = openStorage({ DATA_DIR });
const api = await createTestApi({ env: { DATA_DIR } });
const { db } = api;
afterAll(async () => {
  await api.close();
  rmSync(DATA_DIR, { recursive: true });
});

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ({ id: ownerId } = await makeAccount(db, { email_confirmed_at: new Date() }));
  owner = await api.signedInVisitor(ownerId);
});

/** Stores a picture with files of two widths, whose bytes name it. */
const store = (name: string) =>
  storeEncodedPicture(
    { db, storage },
    { width: 40, height: 30, files: [20, 40].map((width) => ({ width, bytes: Buffer.from(`${name} ${width}`) })) },
    async (trx, row, picture) => ({ ...picture, ...(await insertPhoto(trx, { ...row, owner_id: ownerId })) }),
  );

async function postWithPictures(): Promise<number> {
  const [logo, first, second] = [await store('logo'), await store('first'), await store('second')];
  const photos = [
    { id: first.id, alt: 'The waiting room' },
    { id: second.id, alt: '' },
  ];
  const { status, body } = await owner.post('/api/ads', listingForm({ logo: { id: logo.id, alt: 'A tooth' }, photos }));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.ad.id;
}

async function readPictures(id: number): Promise<StoredPicture[]> {
  const row = await db.selectFrom('listings').select(['logo', 'photos']).where('id', '=', id).executeTakeFirstOrThrow();
  return [row.logo, ...(row.photos as unknown[])].filter(Boolean) as StoredPicture[];
}

const duplicate = (id: number) => owner.post(`/api/user/ads/${id}/duplicate`);
const readBytes = (pictures: StoredPicture[]) =>
  Promise.all(pictures.map(async ({ name }) => String(await storage.get(pictureFileName(name, 40)))));

it('a copy has copies of the pictures with their texts, which outlive the original', async () => {
  const id = await postWithPictures();
  const { status, body } = await duplicate(id);
  expect([status, body.message]).toEqual([201, 'The copy is saved as a draft, photos included.']);
  const [originals, copies] = [await readPictures(id), await readPictures(body.ad.id)];
  expect(copies.map(({ alt, widths, width }) => ({ alt, widths, width }))).toEqual(
    originals.map(({ alt, widths, width }) => ({ alt, widths, width })),
  );
  const names = [...originals, ...copies].map(({ name }) => name);
  expect(new Set(names).size).toBe(6);
  expect(await readBytes(copies)).toEqual(['logo 40', 'first 40', 'second 40']);
  const rows = await db.selectFrom('photos').select('id').where('listing_id', '=', body.ad.id).execute();
  expect(rows.map((row) => row.id).toSorted()).toEqual(copies.map((picture) => picture.id).toSorted());

  const { version, form } = (await owner.get(`/api/user/ads/${body.ad.id}`)).body;
  expect(version).toBe(1);
  expect(form.photos).toHaveLength(2);
  await owner.send('PUT', `/api/user/ads/${id}`, { ...listingForm({ photos: [] }), version: 1 });
  expect(await readPictures(id)).toEqual([]);
  expect(await readPictures(body.ad.id)).toEqual(copies);
});

it('two requests at once copy them once', async () => {
  const id = await postWithPictures();
  const [first, second] = await Promise.all([duplicate(id), duplicate(id)]);
  expect(first.body.ad.id).toBe(second.body.ad.id);
  const copies = await readPictures(first.body.ad.id);
  const rows = await db.selectFrom('photos').select('id').where('listing_id', '=', first.body.ad.id).execute();
  expect(rows.map((row) => row.id).toSorted()).toEqual(copies.map((picture) => picture.id).toSorted());
});

it('a picture whose files are gone is left out, and a repeated request brings those that were not copied', async () => {
  const id = await postWithPictures();
  const [, first, second] = await readPictures(id);
  await storage.remove([pictureFileName(first?.name ?? '', 20)]);
  const { body } = await duplicate(id);
  expect(await readBytes(await readPictures(body.ad.id))).toEqual(['logo 40', 'second 40']);

  await db.updateTable('listings').set({ logo: null, photos: '[]' }).where('id', '=', body.ad.id).execute();
  expect((await duplicate(id)).body.ad.id).toBe(body.ad.id);
  expect(await readBytes(await readPictures(body.ad.id))).toEqual(['logo 40', 'second 40']);
  expect(second?.alt).toBe('');
});
