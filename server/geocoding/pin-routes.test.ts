import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListingSpot } from '#contract/listing-fields/addresses.ts';
import { writeStreets } from '#server/geocoding/addresses/load-streets.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { IRVINE_STREETS } from '#tests/fixtures/streets.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(() => api.close());
const { db } = api;

beforeAll(() => writeStreets(db, 'test', IRVINE_STREETS));
let owner: Visitor;
let ownerId: number;
beforeEach(async () => {
  ownerId = (await makeAccount(db)).id;
  owner = await api.signedInVisitor(ownerId);
});

const make = (columns: object = {}) =>
  makeListing(db, { owner_id: ownerId, address: '4255 Campus Dr', city: 'Irvine', status: 'draft', ...columns });
const getSpot = async (id: number): Promise<ListingSpot> => (await owner.get(`/api/user/ads/${id}/spot`)).body;
const setPin = (id: number, pin: object) => owner.send('PUT', `/api/user/ads/${id}/pin`, pin);
const find = (id: number) =>
  db
    .selectFrom('listings')
    .select(['lat', 'lng', 'point_source', 'place_id', 'version', 'title'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const PIN = { lat: 33.6812, lng: -117.8263 };

describe('The spot of a listing', () => {
  it.each([
    ['its address, not set yet', {}, { quality: 'address', isSet: false, hasStreet: true }],
    ['the middle of its ZIP code', { address: '1 Nowhere Ln' }, { quality: 'zip', isSet: false, hasStreet: true }],
    ['its own point', { ...PIN, point_source: 'import' }, { point: PIN, isSet: true }],
    ['none at a post-office box', { address: 'PO Box 12' }, { point: null, isSet: false, hasStreet: false }],
    ['none without an address', { address: null }, { point: null, isSet: false, hasStreet: false }],
  ] as const)('is %s', async (_, columns, expected) => {
    expect(await getSpot((await make(columns)).id)).toMatchObject(expected);
  });
});

describe('A pin', () => {
  it('becomes the exact point of the listing, decides its city, and changes nothing else', async () => {
    const before = await make({ place_id: null, status: 'active' });
    const { status, body } = await setPin(before.id, PIN);
    expect([status, body.id]).toEqual([200, before.id]);
    const after = await find(before.id);
    expect(after).toMatchObject({ ...PIN, point_source: 'owner', title: before.title, version: before.version + 1 });
    expect(after.place_id).not.toBeNull();
    expect(await getSpot(before.id)).toMatchObject({ point: PIN, isSet: true });
    const [change] = await db
      .selectFrom('listing_versions')
      .select(['kind', 'account_id'])
      .where('listing_id', '=', before.id)
      .execute();
    expect(change).toMatchObject({ kind: 'edit', account_id: ownerId });
  });

  it.each([
    ['far from the ZIP code', { lat: 34.05, lng: -118.24 }],
    ['in the sea', { lat: 33.55, lng: -117.95 }],
    ['nowhere', { lat: 0, lng: 0 }],
    ['as text', { lat: '33.68', lng: '-117.82' }],
    ['without a point', {}],
  ])('is refused %s', async (_, pin) => {
    const { id } = await make();
    expect((await setPin(id, pin)).status).toBe(400);
    expect(await find(id)).toMatchObject({ lat: null });
  });

  it('is refused for a deleted listing', async () => {
    const { id } = await make({ status: 'deleted', deleted_from: 'active', deleted_at: new Date() });
    expect((await setPin(id, PIN)).status).toBe(409);
  });
});
