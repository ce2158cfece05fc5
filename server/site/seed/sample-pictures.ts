import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { EncodedPicture } from '#server/photos/encoding.ts';
import { attachPhotos } from '#server/photos/photos.ts';
import { insertPhoto, type PictureDeps, storeEncodedPicture } from '#server/photos/upload.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';

const FOLDER = new URL('sample-pictures/', DATA_FOLDER);
const PHOTO = { width: 960, height: 720, widths: [160, 320, 640, 960] };
const LOGO = { width: 320, height: 320, widths: [160, 320] };
// Every picture has an owner. Nobody else could own one of a listing without an owner.
const ADMINISTRATOR_ID = 1;

/** The folder of a sample's pictures in `data/sample-pictures/`, by its title, and what its photos show. */
export const SAMPLE_PICTURES: Record<string, { folder: string; photos: readonly string[] }> = {
  'Marlow & Finch Plumbing': {
    folder: 'marlow-and-finch',
    photos: ['copper pipes and a red valve on a tiled wall', 'water runs from a faucet', 'a white service van'],
  },
  'Bluebird Tortilla House': {
    folder: 'bluebird-tortilla',
    photos: ['a stack of warm tortillas', 'three salsas with limes', 'the restaurant at dusk, under string lights'],
  },
  'Harbor Light Dental': {
    folder: 'harbor-light-dental',
    photos: ['the reception desk', 'a dental chair by a window with sailboats', 'three toothbrushes in a glass'],
  },
  'Windmill Mid-Century Stays': {
    folder: 'windmill-stays',
    photos: ['the pool under palms and mountains', 'a guest room in the morning', 'wind turbines under the stars'],
  },
  'Topatopa Trail Outfitters': {
    folder: 'topatopa-trail',
    photos: ['mountain ridges at sunrise', 'a pair of hiking boots', 'a lit tent among firs at night'],
  },
  'Orange Grove Montessori': {
    folder: 'orange-grove-montessori',
    photos: ['an orange tree and garden beds', 'a window seat between bookshelves', 'wooden toys on two shelves'],
  },
  'Big Pines Cabin Care': {
    folder: 'big-pines-cabin-care',
    photos: ['a cabin with lit windows in the snow', 'footprints to a snowy forest', 'stacked firewood and a shovel'],
  },
  'Salton Sun Solar': {
    folder: 'salton-sun-solar',
    photos: ['rows of solar panels at sunset', 'a desert house with a solar roof', 'solar panels up close in the sun'],
  },
  'Kern River Auto & Tire': {
    folder: 'kern-river-auto',
    photos: ['a car on a lift', 'a wall of tires', 'a brake disc with a red caliper'],
  },
  'Little Current Surf School': {
    folder: 'little-current',
    photos: ['four surfboards in the sand', 'a breaking wave', 'a surfer and a pier at sunset'],
  },
  'Velvet Cactus Florist': {
    folder: 'velvet-cactus',
    photos: ['a bouquet in a vase', 'six bunches of flowers in paper', 'potted cacti on two shelves'],
  },
  'Second Wind Yoga': {
    folder: 'second-wind-yoga',
    photos: ['three mats in a bright studio', 'stacked stones by the ocean', 'rolled mats, blocks and blankets'],
  },
};

/**
 * Gives samples their logo and photos, stored and attached like those of an owner. Samples that have photos are left alone, so
 * it continues where it was interrupted. Needs account 1.
 * See docs/decisions/0007-open-business-data-and-samples.md.
 * @throws {Unavailable} when the files cannot be stored
 */
export async function addSamplePictures(deps: PictureDeps): Promise<void> {
  const samples = await deps.db
    .selectFrom('listings')
    .select(['id', 'title'])
    .where('status', '=', 'sample')
    .where('photos', '=', sql<string>`'[]'`)
    .execute();
  await Promise.all(
    samples.map(async ({ id, title }) => {
      const pictures = SAMPLE_PICTURES[title];
      if (pictures) await addPictures(deps, id, title, pictures);
    }),
  );
}

async function addPictures(deps: PictureDeps, listingId: number, title: string, { folder, photos }: SamplePictures) {
  const [logo, ...stored] = await Promise.all([
    store(deps, `${folder}/logo`, LOGO),
    ...photos.map((_, index) => store(deps, `${folder}/${index + 1}`, PHOTO)),
  ]);
  await deps.db.transaction().execute(async (trx) => {
    const attached = await attachPhotos(trx, {
      ownerId: ADMINISTRATOR_ID,
      listingId,
      logo: { id: logo.id, alt: `Sample logo of ${title}` },
      photos: stored.map((picture, index) => ({ id: picture.id, alt: `Sample illustration: ${photos[index]}` })),
    });
    await trx
      .updateTable('listings')
      .set({ logo: JSON.stringify(attached.logo), photos: JSON.stringify(attached.photos) })
      .where('id', '=', listingId)
      .execute();
    await invalidate(trx, [ALL_KEYS]);
  });
}

type SamplePictures = (typeof SAMPLE_PICTURES)[string];

async function store(deps: PictureDeps, path: string, { width, height, widths }: typeof PHOTO) {
  const files: EncodedPicture['files'] = await Promise.all(
    widths.map(async (one) => ({ width: one, bytes: await readFile(new URL(`${path}-${one}.webp`, FOLDER)) })),
  );
  return storeEncodedPicture(deps, { width, height, files }, async (trx, row, picture) => ({
    ...picture,
    ...(await insertPhoto(trx, { ...row, owner_id: ADMINISTRATOR_ID })),
  }));
}
