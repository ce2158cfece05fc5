import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import type { ListingPage } from '#contract/listings.ts';
import { encodePicture } from '#server/photos/encoding.ts';
import { deleteOrphanedFiles } from '#server/photos/orphaned-files.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { openFolderStorage } from '#server/platform/storage/folder-storage.ts';
import { createTestApi } from '#tests/support/api.ts';
import { makeAccount } from './factories.ts';
import { removeSamples } from './remove-samples.ts';
import { SAMPLE_LISTINGS } from './sample-listings.ts';
import { addSamplePictures, SAMPLE_PICTURES } from './sample-pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'sample-pictures-'));
const storage = openFolderStorage(folder);
const api = await createTestApi({ storage });
await makeAccount(api.db, { id: 1, username: 'admin' });
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const drawn = fileURLToPath(new URL('sample-pictures/', DATA_FOLDER));
const readDrawn = (name: string) => readFileSync(join(drawn, name));
const countStored = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

it('Every sample has a square logo and three photos of 4:3, in the widths of uploads and at most 1.5 MB together', async () => {
  expect(Object.keys(SAMPLE_PICTURES).sort()).toEqual(SAMPLE_LISTINGS.map(({ title }) => title as string).sort());
  const sizes: number[] = [];
  for (const { folder: name, photos } of Object.values(SAMPLE_PICTURES)) {
    expect(photos).toHaveLength(3);
    const files = readdirSync(join(drawn, name));
    expect(files.sort()).toEqual(
      ['1', '2', '3']
        .flatMap((photo) => [160, 320, 640, 960].map((width) => `${photo}-${width}.webp`))
        .concat('logo-160.webp', 'logo-320.webp')
        .sort(),
    );
    for (const file of files) {
      const bytes = readDrawn(`${name}/${file}`);
      const { width, height, format } = await sharp(bytes).metadata();
      const expected = Number(/-(\d+)/.exec(file)?.[1]);
      expect({ file, width, height, format }).toEqual({
        ...{ file, width: expected, format: 'webp' },
        height: file.startsWith('logo') ? expected : expected * 0.75,
      });
      sizes.push(bytes.length);
    }
  }
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1.5e6);
  for (const largest of ['marlow-and-finch/1-960.webp', 'marlow-and-finch/logo-320.webp']) {
    const { files } = await encodePicture(readDrawn(largest));
    expect(files.map(({ width }) => width)).toEqual(largest.includes('logo') ? [160, 320] : [160, 320, 640, 960]);
  }
});

it('Samples get their pictures once, named as illustrations, and lose their files when they are removed', async () => {
  const sample = { origin: 'sample', level: 'premium', title: 'Marlow & Finch Plumbing' } as const;
  const id = await api.createListing(sample);
  const real = await api.createListing({ title: sample.title, level: 'premium' });
  await addSamplePictures({ db: api.db, storage });
  await api.invalidateAll();

  const { logo, photos }: ListingPage = (await api.get(`/api/ads/${id}`)).body;
  expect(logo?.alt).toBe('Sample logo of Marlow & Finch Plumbing');
  expect(photos.map(({ alt }) => alt)).toEqual([
    'Sample illustration: copper pipes and a red valve on a tiled wall',
    'Sample illustration: water runs from a faucet',
    'Sample illustration: a white service van',
  ]);
  for (const { srcSet } of [...photos, logo as ListingPage['photos'][number]]) {
    for (const [path = '', width] of srcSet.split(', ').map((candidate) => candidate.split(' '))) {
      const { rawPayload } = await api.http.inject({ url: path });
      expect(`${(await sharp(rawPayload).metadata()).width}w`).toBe(width);
    }
  }
  const [featured] = (await api.get('/api/ads/featured')).body;
  expect(featured.id).toBe(real);
  expect((await api.get(`/api/ads/${real}`)).body.photos).toEqual([]);

  await addSamplePictures({ db: api.db, storage });
  await api.invalidateAll();
  expect((await api.get(`/api/ads/${id}`)).body.photos).toEqual(photos);
  expect(countStored()).toBe(14);

  await removeSamples(api.db);
  await deleteOrphanedFiles(api.db, storage);
  expect(countStored()).toBe(0);
});
