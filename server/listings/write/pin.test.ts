import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm, sendListingForm } from '#tests/support/listing-form.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let owner: Visitor;
beforeEach(async () => {
  owner = await api.signedInVisitor((await makeAccount(db)).id);
});

const PIN = { lat: 33.6812, lng: -117.8263 };
const find = (id: number) =>
  db
    .selectFrom('listings')
    .innerJoin('places', 'places.id', 'place_id')
    .select(['listings.lat', 'listings.lng', 'point_source', 'places.slug', 'listings.city'])
    .where('listings.id', '=', id)
    .executeTakeFirstOrThrow();
const post = async (overrides: object) => (await sendListingForm(owner, listingForm(overrides))).body.ad.id as number;
const edit = (id: number, form: object, version = 1) =>
  owner.send('PUT', `/api/user/ads/${id}`, { ...listingForm(form), version });

describe('A pin in the form', () => {
  it('is the exact point of the listing, and comes back with the form', async () => {
    const id = await post({ pin: { lat: 33.68120001234, lng: -117.8263 } });
    expect(await find(id)).toMatchObject({ ...PIN, point_source: 'owner', slug: 'irvine' });
    expect((await owner.get(`/api/user/ads/${id}`)).body.form.pin).toEqual(PIN);
  });

  it('decides the city, and leaves the typed one to the owner', async () => {
    const id = await post({ city: 'Newport Beach', pin: PIN });
    expect(await find(id)).toMatchObject({ slug: 'irvine', city: 'Newport Beach' });
    expect((await owner.get(`/api/user/ads/${id}`)).body.form.city).toBe('Newport Beach');
  });

  it.each([
    ['in another part of the state', { lat: 34.05, lng: -118.24 }],
    ['in the sea near the ZIP code', { lat: 33.55, lng: -117.95 }],
    ['in Mexico', { lat: 32.1, lng: -116.9 }],
    ['in Nevada', { lat: 36.1, lng: -115.1 }],
    ['nowhere', { lat: 0, lng: 0 }],
    ['beyond numbers', { lat: 1e308, lng: -117 }],
    ['as text', { lat: '33.68', lng: '-117.82' }],
    ['as a list', [33.68, -117.82]],
    ['half of it', { lat: 33.68 }],
  ])('is refused %s', async (_, pin) => {
    const { status, body } = await sendListingForm(owner, listingForm({ pin }));
    expect(status).toBe(400);
    expect(body.issues[0].path).toMatch(/^pin/);
  });

  it('at a border is near enough to its own ZIP code only', async () => {
    const pin = { lat: 32.5449, lng: -117.0297 };
    expect(
      (await sendListingForm(owner, listingForm({ zipCode: '92173', city: 'San Ysidro', locationId: '2', pin })))
        .status,
    ).toBe(201);
    const tijuana = { lat: 32.52, lng: -117.03 };
    const { status } = await sendListingForm(owner, listingForm({ zipCode: '92173', locationId: '2', pin: tijuana }));
    expect(status).toBe(400);
  });
});

describe('An edit', () => {
  it('moves the pin, keeps it when the address changes, and removes it', async () => {
    const id = await post({ pin: PIN });
    const moved = { lat: 33.6833, lng: -117.8201 };
    expect((await edit(id, { pin: moved })).status).toBe(200);
    expect(await find(id)).toMatchObject({ ...moved, point_source: 'owner' });
    expect((await edit(id, { pin: moved, address: '200 Main St' }, 2)).status).toBe(200);
    expect(await find(id)).toMatchObject({ ...moved, point_source: 'owner' });
    expect((await edit(id, { pin: null, address: '200 Main St' }, 3)).status).toBe(200);
    expect(await find(id)).toMatchObject({ lat: null, lng: null, point_source: null });
  });

  it('refuses a pin that is far from the new ZIP code', async () => {
    const id = await post({ pin: PIN });
    const { status, body } = await edit(id, { pin: PIN, zipCode: '92101', city: 'San Diego', locationId: '2' });
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'pin', message: 'The pin is too far from the ZIP code. Move it, or remove it.' }],
    ]);
  });

  it.each(['geocoder', 'import'] as const)(
    'without a pin keeps the point of the %s, and the city that has it',
    async (point_source) => {
      const id = await post({ city: 'Newport Beach' });
      await db
        .updateTable('listings')
        .set({ ...PIN, point_source })
        .where('id', '=', id)
        .execute();
      expect((await edit(id, { city: 'Newport Beach', title: 'Another title' })).status).toBe(200);
      expect(await find(id)).toMatchObject({ ...PIN, point_source, slug: 'irvine' });
      expect((await owner.get(`/api/user/ads/${id}`)).body.form.pin).toBeNull();
      expect((await edit(id, { city: 'Newport Beach', address: '200 Main St' }, 2)).status).toBe(200);
      expect(await find(id)).toMatchObject({ lat: null, point_source: null, slug: 'newport-beach' });
    },
  );

  it('with a pin replaces the point of the import', async () => {
    const id = await post({});
    await db
      .updateTable('listings')
      .set({ lat: 33.69, lng: -117.81, point_source: 'import' })
      .where('id', '=', id)
      .execute();
    expect((await edit(id, { pin: PIN })).status).toBe(200);
    expect(await find(id)).toMatchObject({ ...PIN, point_source: 'owner' });
  });
});
