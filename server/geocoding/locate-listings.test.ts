import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FoundListing } from '#contract/search.ts';
import { writeStreets } from '#server/geocoding/addresses/load-streets.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { IRVINE_STREETS } from '#tests/fixtures/streets.ts';
import { createTestApi } from '#tests/support/api.ts';
import { deleteGeocodedAddresses } from './geocode-listings.ts';
import { locateListings } from './locate-listings.ts';

const api = await createTestApi();
const { db } = api;
let gazetteer: Gazetteer;
let files = 0;
const load = () => writeStreets(db, `test ${++files}`, IRVINE_STREETS);
beforeAll(async () => {
  gazetteer = await openGazetteer(db);
});
beforeEach(async () => {
  for (const table of ['listings', 'located_addresses', 'streets'] as const) await db.deleteFrom(table).execute();
  await load();
});
afterAll(() => api.close());

const run = () => locateListings({ db, gazetteer });
const make = (columns: object = {}) => makeListing(db, { address: '4255 Campus Dr', city: 'Irvine', ...columns });
const find = (id: number) =>
  db
    .selectFrom('listings')
    .select(['lat', 'lng', 'point_source', 'place_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const located = () => db.selectFrom('located_addresses').select(['quality', 'lat']).execute();

const UNKNOWN = { lat: null, lng: null, point_source: null };

describe('A public listing without an exact point', () => {
  it.each([
    ['of a house', '4255 Campus Dr', 'address', 33.6506],
    ['between two houses', '4277 Campus Dr', 'between', 33.6509],
  ])('gets the point %s', async (_, address, quality, lat) => {
    const { id } = await make({ address });
    await run();
    expect(await find(id)).toMatchObject({ lat: expect.closeTo(lat, 3), point_source: 'geocoder' });
    expect(await located()).toMatchObject([{ quality }]);
  });

  it.each([
    ['along its street', '3001 Main St', { quality: 'along' }],
    ['somewhere on its street', '1 Alton Pkwy', { quality: 'street' }],
    ['nowhere', '1 Nowhere Ln', { quality: null, lat: null }],
    ['nowhere, at a post-office box', 'PO Box 12', { quality: null, lat: null }],
  ])('gets none where it is only %s, which is remembered', async (_, address, remembered) => {
    const { id } = await make({ address });
    await run();
    expect(await find(id)).toMatchObject(UNKNOWN);
    expect(await located()).toMatchObject([remembered]);
  });

  it('is nearer in searches where its street is, but at no known distance', async () => {
    const near = '33.6851,-117.84';
    const { id: elsewhere } = await make({ address: 'PO Box 12', title: 'Elsewhere' });
    const { id: along } = await make({ address: '3001 Main St', title: 'On Main Street' });
    const { id: middle } = await make({ address: '1 Nowhere Ln', title: 'Nowhere' });
    await run();
    await api.invalidateAll();
    const items: FoundListing[] = (await api.get(`/api/search?near=${near}&within=5`)).body;
    expect(items.map(({ id }) => id)).toEqual([along, middle, elsewhere]);
    expect(items[0]).toMatchObject({ miles: null, distanceUnknown: true });
  });

  it('is in the city that has the point', async () => {
    const tustin = gazetteer.places.bySlug.get('tustin')?.id as number;
    const { id } = await make({ city: 'Tustin', place_id: tustin });
    await run();
    expect((await find(id)).place_id).toBe(gazetteer.places.bySlug.get('irvine')?.id);
  });

  it('is looked up again when its address changes, or newer streets were loaded', async () => {
    const { id } = await make({ address: '1 Nowhere Ln' });
    await run();
    await db.updateTable('listings').set({ address: '4301 Campus Dr' }).where('id', '=', id).execute();
    await run();
    expect(await find(id)).toMatchObject({ point_source: 'geocoder' });
    await load();
    expect(await located()).toEqual([]);
  });

  it('waits until the streets are loaded', async () => {
    await sql`update settings set value = value || '{"isComplete": false}' where key = 'streets'`.execute(db);
    const { id } = await make();
    await run();
    expect([await find(id), await located()]).toMatchObject([UNKNOWN, []]);
  });
});

it.each([
  ['a draft', { status: 'draft' }, UNKNOWN],
  ['a listing with the pin of its owner', { lat: 33.7, lng: -117.8, point_source: 'owner' }, { point_source: 'owner' }],
  [
    'a listing with the point of its file',
    { lat: 33.7, lng: -117.8, point_source: 'import' },
    { point_source: 'import' },
  ],
] as const)('Nothing is looked up of %s', async (_, columns, kept) => {
  const { id } = await make(columns);
  await run();
  expect(await find(id)).toMatchObject(kept);
  expect(await located()).toEqual([]);
});

it('More listings than a batch get their points', async () => {
  await make();
  await sql`
    insert into listings select (jsonb_populate_record(l, jsonb_build_object('id', 1000000 + n, 'address', 4201 + n % 100 || ' Campus Dr'))).*
    from listings l, generate_series(1, 1100) as n`.execute(db);
  await run();
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from listings where lat is null`.execute(
    db,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

it('What is remembered of an address goes with its listing', async () => {
  const { id } = await make();
  await run();
  await deleteGeocodedAddresses(db);
  expect(await located()).toHaveLength(1);
  await db.deleteFrom('listings').where('id', '=', id).execute();
  await deleteGeocodedAddresses(db);
  expect(await located()).toEqual([]);
});
