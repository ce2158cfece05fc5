import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { startGeocoderServer } from '#tests/support/servers/geocoder-server.ts';
import { createCensusGeocoder } from './census-geocoder.ts';
import { deleteGeocodedAddresses, geocodeListings } from './geocode-listings.ts';

const CAMPUS = { lat: 33.6506, lng: -117.8387 };
const LINE = '4255 Campus Dr, Irvine, CA 92614';
const ANSWER = JSON.stringify({ result: { addressMatches: [{ coordinates: { x: CAMPUS.lng, y: CAMPUS.lat } }] } });

const geocoder = await startGeocoderServer();
const api = await createTestApi();
const { db } = api;
let gazetteer: Gazetteer;
const warnings: unknown[] = [];
const log = { warn: (...entry: unknown[]) => void warnings.push(entry) };
beforeAll(async () => {
  gazetteer = await openGazetteer(db);
});
beforeEach(async () => {
  for (const table of ['listings', 'geocoded_addresses'] as const) await db.deleteFrom(table).execute();
  geocoder.requested.length = 0;
  geocoder.respondWith(undefined);
  geocoder.match(LINE, { ...CAMPUS, zip: '92614' });
});
afterAll(async () => {
  geocoder.close();
  await api.close();
});

const run = (timeoutMs?: number) =>
  geocodeListings({ db, gazetteer, geocode: createCensusGeocoder(geocoder.url, timeoutMs), log });
const make = (columns: object = {}) => makeListing(db, { address: '4255 Campus Dr', city: 'Irvine', ...columns });
const find = (id: number) =>
  db
    .selectFrom('listings')
    .select(['lat', 'lng', 'point_source', 'place_id', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const cached = () => db.selectFrom('geocoded_addresses').selectAll().execute();
const passTime = (minutes: number) =>
  sql`update geocoded_addresses set retry_at = retry_at - ${minutes} * interval '1 minute'`.execute(db);

const UNKNOWN = { lat: null, lng: null, point_source: null };

describe('A public listing without an exact point', () => {
  it('gets the point of its address, and its page is made anew', async () => {
    const { id, version } = await make();
    await api.get(`/api/ads/${id}`);
    await run();
    expect(await find(id)).toMatchObject({ ...CAMPUS, point_source: 'geocoder', version });
    const [request] = geocoder.requested;
    expect(request?.pathname).toBe('/geocoder/locations/onelineaddress');
    expect(Object.fromEntries(request?.searchParams ?? [])).toEqual({
      address: LINE,
      benchmark: 'Public_AR_Current',
      format: 'json',
    });
    await run();
    expect(geocoder.requested).toHaveLength(1);
  });

  it('is in the city that has the point', async () => {
    geocoder.match('4255 Campus Dr, Tustin, CA 92614', { ...CAMPUS, zip: '92614' });
    const tustin = gazetteer.places.bySlug.get('tustin')?.id as number;
    const { id } = await make({ city: 'Tustin', place_id: tustin });
    await run();
    expect((await find(id)).place_id).toBe(gazetteer.places.bySlug.get('irvine')?.id);
  });

  it.each([
    ['71 meters outside of it', 'poway', '92064', { lat: 33.003216, lng: -117.05864 }, 'poway'],
    ['a mile outside of it', 'poway', '92064', { lat: 33.0032, lng: -117.0786 }, 'san-diego'],
    ['in a city that its post office is not', 'los-angeles', '90058', { lat: 34.0047, lng: -118.2025 }, 'vernon'],
  ])('keeps its city only where the point is close to that: %s', async (_, named, zip, point, expected) => {
    const place = (slug: string) => gazetteer.places.bySlug.get(slug)?.id as number;
    geocoder.match(`15725 Pomerado Rd, Poway, CA ${zip}`, { ...point, zip });
    const { id } = await make({ address: '15725 Pomerado Rd', city: 'Poway', zip, place_id: place(named) });
    await run();
    expect(await find(id)).toMatchObject({ ...point, place_id: place(expected) });
  });

  it('is looked up without its suite and mailbox', async () => {
    const { id } = await make({ address: '4255 Campus Dr, Ste 250 PMB 12' });
    await run();
    expect(await find(id)).toMatchObject(CAMPUS);
  });

  it('has the match in its ZIP code, else the first', async () => {
    geocoder.match(LINE, { lat: 33.7, lng: -117.8, zip: '92602' }, { ...CAMPUS, zip: '92614' });
    const { id } = await make();
    await run();
    expect(await find(id)).toMatchObject(CAMPUS);
  });

  it('shares the point of another one at its address, without another request', async () => {
    const first = await make();
    await run();
    const second = await make({ address: '4255 CAMPUS DR' });
    await run();
    expect([await find(first.id), await find(second.id)]).toMatchObject([CAMPUS, CAMPUS]);
    expect(geocoder.requested).toHaveLength(1);
  });

  it.each([
    ['another part of the state', { lat: 34.05, lng: -118.24, zip: '92614' }],
    ['another state', { lat: 36.17, lng: -115.14 }],
    ['the sea', { lat: 33.2, lng: -118.9 }],
  ])('has no point in %s', async (_, match) => {
    geocoder.match(LINE, match);
    const { id } = await make();
    await run();
    await run();
    expect(await find(id)).toMatchObject(UNKNOWN);
    expect(geocoder.requested).toHaveLength(1);
  });

  it('has none where the geocoder knows none, and is not looked up again', async () => {
    geocoder.match(LINE);
    const { id } = await make();
    await run();
    await run();
    expect(await find(id)).toMatchObject(UNKNOWN);
    expect(geocoder.requested).toHaveLength(1);
    await db.updateTable('listings').set({ address: '1 Other St' }).where('id', '=', id).execute();
    await run();
    expect(geocoder.requested).toHaveLength(2);
  });
});

describe('Nothing is sent of', () => {
  it.each([
    ['a draft', { status: 'draft' }],
    ['a deleted listing', { status: 'deleted', deleted_from: 'active', deleted_at: new Date() }],
    ['a listing without an address', { address: null }],
    ['a post-office box', { address: 'PO Box 4126' }],
    ['an address that is none', { address: 'By appointment only' }],
    ['a listing with the point of its file', { lat: 33.7001, lng: -117.8001, point_source: 'import' }],
    ['a listing with the pin of its owner', { lat: 33.7001, lng: -117.8001, point_source: 'owner' }],
  ] as const)('%s', async (_, columns) => {
    const { id, lat, lng, point_source } = await make(columns);
    await run();
    expect(geocoder.requested).toEqual([]);
    expect(await find(id)).toMatchObject({ lat, lng, point_source });
  });

  it('anything without a geocoder', async () => {
    const { id } = await make();
    await geocodeListings({ db, gazetteer, geocode: null, log });
    expect(await find(id)).toMatchObject(UNKNOWN);
    expect(await cached()).toEqual([]);
  });
});

describe('A geocoder that', () => {
  it.each<[string, Parameters<typeof geocoder.respondWith>[0]]>([
    ['fails', (response) => response.writeHead(503).end('{"result":{"addressMatches":[]}}')],
    [
      'redirects',
      (response) =>
        response.req.url === '/elsewhere'
          ? response.end(ANSWER)
          : response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
    ['answers no JSON', (response) => response.end('<html>')],
    ['answers something else', (response) => response.end('{"result":{}}')],
    [
      'answers no numbers',
      (response) => response.end('{"result":{"addressMatches":[{"coordinates":{"x":"1","y":null}}]}}'),
    ],
    ['answers without end', (response) => response.end(ANSWER + ' '.repeat(300_000))],
    ['is silent', () => {}],
  ])('%s is asked again later, first after two minutes', async (_, response) => {
    geocoder.respondWith(response);
    const [{ id }] = [await make(), await make({ address: '1 Other St' })];
    await run(200);
    // The other one waits for the next run.
    expect(geocoder.requested).toHaveLength(1);
    await run(200);
    expect(await find(id)).toMatchObject(UNKNOWN);
    expect(geocoder.requested).toHaveLength(2);
    geocoder.respondWith(undefined);
    await passTime(1);
    await run();
    expect(geocoder.requested).toHaveLength(2);
    await passTime(1);
    await run();
    expect(await find(id)).toMatchObject(CAMPUS);
    expect(warnings.length).toBeGreaterThan(0);
  });
});

it('a run geocodes 20 addresses, and begins none after 20 seconds', async () => {
  for (let number = 1; number <= 25; number += 1) await make({ address: `${number} Main St` });
  const geocode = vi.fn(async () => null);
  await geocodeListings({ db, gazetteer, geocode, log });
  expect(geocode).toHaveBeenCalledTimes(20);
  const start = Date.now();
  const slow = vi.fn(async () => {
    vi.spyOn(Date, 'now').mockReturnValue(start + 21_000);
    return null;
  });
  await geocodeListings({ db, gazetteer, geocode: slow, log });
  expect(slow).toHaveBeenCalledTimes(1);
});

it('waits twice as long after each failure, and at most a day', async () => {
  geocoder.respondWith((response) => response.writeHead(500).end());
  await make();
  const waits: number[] = [];
  for (let i = 0; i < 13; i++) {
    await run();
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from retry_at - now()) / 60)::int as minutes from geocoded_addresses`.execute(db);
    waits.push(rows[0]?.minutes ?? 0);
    await passTime(waits.at(-1) ?? 0);
    await passTime(1);
  }
  expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16]);
  expect(waits.at(-1)).toBe(24 * 60);
});

it.each([
  ['an address', { address: '9 New St' }, UNKNOWN],
  [
    'a pin',
    { lat: 33.7, lng: -117.8, point_source: 'owner' as const },
    { lat: 33.7, lng: -117.8, point_source: 'owner' },
  ],
])('does not overwrite %s that came while it asked', async (_, edit, kept) => {
  const { id } = await make();
  geocoder.respondWith(async (response) => {
    await db.updateTable('listings').set(edit).where('id', '=', id).execute();
    response.end(ANSWER);
  });
  await run();
  expect(await find(id)).toMatchObject(kept);
});

it('forgets an address that no listing has any more', async () => {
  const { id } = await make();
  await run();
  await deleteGeocodedAddresses(db);
  expect(await cached()).toHaveLength(1);
  await db.deleteFrom('listings').where('id', '=', id).execute();
  await deleteGeocodedAddresses(db);
  expect(await cached()).toEqual([]);
});
