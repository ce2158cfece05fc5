import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { toCsv, writeImportFile } from '#tests/support/import/import-file.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { makeAccount, makeListing } from './factories.ts';
import { areOsmPlacesPending, loadOsmPlaces, requestOsmPlaces } from './osm-places.ts';
import { startOsmPlaces } from './osm-places-process.ts';
import { removeSamples } from './remove-samples.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['listings', 'imports'] as const) await db.deleteFrom(table).execute();
  await sql`delete from settings where key like 'samples%'`.execute(db);
});

const COLUMNS = ['id', 'name', 'category_raw', 'category', 'address', 'city', 'county', 'lat', 'lng'];
const row = (id: string, name: string, columns: Record<string, string> = {}) => ({
  ...{ id: `osm2021:${id}`, name, category_raw: 'museum', category: 'museums-galleries', city: 'Irvine' },
  ...{ county: 'Orange', lat: '33.6801', lng: '-117.8302', address: '' },
  ...columns,
});
const path = writeImportFile(
  toCsv(
    [
      row('a', 'Museum of Oranges', { address: '12 Grove Road' }),
      row('b', 'Poppy Hall', { address: '700 Hall Street', lat: '33.6901' }),
      row('c', 'Golden Hour Museum', { address: '100 Main Street' }),
    ],
    COLUMNS,
  ),
);
const request = () => db.transaction().execute(requestOsmPlaces);
const listings = () =>
  db.selectFrom('listings').select(['title', 'origin', 'source', 'source_date', 'zip']).orderBy('title').execute();

it('Nothing is added to a directory that is not new', async () => {
  expect(await loadOsmPlaces(db, { path })).toBeNull();
  expect(await listings()).toEqual([]);
});

it('Places are added once, as unclaimed open data with source and date, and merged into what is there', async () => {
  const known = await makeListing(db, {
    ...{ title: 'Golden Hour Museum', category: 'museums-galleries', owner_id: null, origin: 'open-data' },
    ...{ address: '100 Main St', city: 'Irvine', zip: '92614', lat: 33.6801, lng: -117.8302, point_source: 'import' },
    ...{ source: 'A list', source_id: '1', phone: '(949) 555-0100' },
  });
  await request();
  const percents: number[] = [];
  const results = await Promise.all([
    loadOsmPlaces(db, { path, progress: (percent) => percents.push(percent) }),
    loadOsmPlaces(db, { path }),
  ]);
  expect(results.toSorted()).toEqual([2, null].toSorted());
  const source = { origin: 'open-data', source: 'OpenStreetMap 2021', source_date: null };
  expect(await listings()).toMatchObject([
    { title: 'Golden Hour Museum', source: 'A list' },
    { title: 'Museum of Oranges', ...source },
    { title: 'Poppy Hall', ...source },
  ]);
  expect(await db.selectFrom('merged_rows').select(['source_id', 'listing_id', 'origin']).execute()).toEqual([
    { source_id: 'osm2021:c', listing_id: known.id, origin: 'open-data' },
  ]);
  expect(await db.selectFrom('imports').select(['file', 'state', 'position']).execute()).toEqual([
    { file: 'socal_osm_places.csv', state: 'finished', position: 3 },
  ]);
  expect(await areOsmPlacesPending(db)).toBe(false);
  expect(await loadOsmPlaces(db, { path })).toBeNull();
});

it('What a stop cut off is continued, and the places stay requested until then', async () => {
  await request();
  const stop = () => {
    throw new Error('stopped');
  };
  await expect(loadOsmPlaces(db, { path, progress: stop })).rejects.toThrow('stopped');
  expect(await areOsmPlacesPending(db)).toBe(true);
  expect(await loadOsmPlaces(db, { path })).toBe(3);
  expect(await db.selectFrom('imports').select('state').execute()).toEqual([{ state: 'finished' }]);
});

it('They go with the samples, and are not added after these were removed; claimed ones stay', async () => {
  await request();
  await loadOsmPlaces(db, { path });
  const { id: owner_id } = await makeAccount(db);
  await db.updateTable('listings').set({ owner_id }).where('title', '=', 'Poppy Hall').execute();
  expect(await removeSamples(db)).toMatchObject({ openData: 2 });
  expect(await listings()).toMatchObject([{ title: 'Poppy Hall' }]);

  await request();
  await removeSamples(db);
  expect(await loadOsmPlaces(db, { path })).toBeNull();
});

it('A process that fails is followed by another, until the site is stopped', async () => {
  await request();
  const lines: string[] = [];
  // Each process refuses it.
  const env = { DATA_DIR: tmpdir(), DATABASE_URL: 'mysql://db' };
  const work = await startOsmPlaces(env, db, { progress: (line) => lines.push(line), restartDelayMs: 1 });
  await expect
    .poll(() => lines.filter((line) => /ended with 1; trying again$/.test(line)).length, {
      timeout: scaleTimeout(60_000),
    })
    .toBeGreaterThan(1);
  await work.close();
});
