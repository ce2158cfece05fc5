import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { landmarks } from '#server/search/spots/landmarks.ts';
import { createTestApi } from '#tests/support/api.ts';
import { findCityAt } from './city-outlines.ts';
import { openGazetteer } from './open-gazetteer.ts';

const api = await createTestApi();
afterAll(() => api.close());
api.removeNewListingsAfterEach();
const { db } = api;
const gazetteer = await openGazetteer(db);

const KOREATOWN = { lat: 34.0601, lng: -118.2995 };
const FAIRFAX = { lat: 34.079, lng: -118.358 };
const LITTLE_TOKYO = { lat: 34.0498, lng: -118.24 };

const neighborhoodOf = async (id: number) =>
  (await api.get(`/api/ads/${id}`)).body.neighborhood as { name: string; slug: string } | null;
const titles = async (path: string) => (await api.get(path)).body.map(({ title }: { title: string }) => title);

describe('A listing with an exact point', () => {
  it('keeps its city, and is in the neighborhood around the point, its pages, counts and searches', async () => {
    const id = await api.createListing({
      title: 'Magpie Coffee',
      zip: '90005',
      category: 'coffee-tea',
      ...KOREATOWN,
    });
    await api.createListing({ title: 'Magpie Books', zip: '90005', category: 'book-stores', lat: 33.99, lng: -118.31 });
    const { body } = await api.get(`/api/ads/${id}`);
    expect(body).toMatchObject({
      city: { slug: 'los-angeles' },
      neighborhood: { name: 'Koreatown', slug: 'koreatown' },
    });
    for (const sort of ['relevance', 'newest']) {
      expect(await titles(`/api/city/koreatown/ads?sort=${sort}`)).toEqual(['Magpie Coffee']);
      expect(await titles(`/api/city/koreatown/category/food-grocery/ads?sort=${sort}`)).toEqual(['Magpie Coffee']);
      expect(await titles(`/api/city/koreatown/category/coffee-tea/ads?sort=${sort}`)).toEqual(['Magpie Coffee']);
    }
    expect(await titles('/api/city/los-angeles/ads')).toHaveLength(2);
    for (const search of ['q=magpie koreatown', 'q=coffee in ktown', 'place=koreatown', 'q=magpie&place=koreatown']) {
      expect((await titles(`/api/search?${search}`))[0], search).toBe('Magpie Coffee');
    }
    expect(await titles('/api/search?place=koreatown')).toHaveLength(1);

    await expect.poll(async () => (await api.get('/api/city/koreatown')).body.count).toBe(1);
    expect((await api.get('/api/city/koreatown')).body).toMatchObject({
      city: { name: 'Los Angeles', slug: 'los-angeles' },
      categories: expect.arrayContaining([{ name: 'Coffee & Tea', slug: 'coffee-tea', count: 1 }]),
      neighborhoods: [],
    });
    const city = (await api.get('/api/city/los-angeles')).body;
    expect(city).toMatchObject({ city: null, count: 2 });
    expect(city.neighborhoods).toEqual([{ name: 'Koreatown', slug: 'koreatown', count: 1 }]);
  });

  it('is in none of another city, and of several in the one whose middle is nearest for its size', async () => {
    const ids = [
      await api.createListing({ zip: '90069', ...FAIRFAX }),
      await api.createListing({ zip: '90048', ...FAIRFAX }),
      await api.createListing({ zip: '90012', ...LITTLE_TOKYO }),
      await api.createListing({ zip: '90012', lat: 34.0485, lng: -118.2465 }),
    ];
    expect((await Promise.all(ids.map(neighborhoodOf))).map((found) => found?.slug)).toEqual([
      undefined,
      'fairfax-district',
      'little-tokyo',
      'downtown-los-angeles',
    ]);
  });

  it('follows the limits of the gazetteer', async () => {
    const id = await api.createListing({ zip: '90005', ...KOREATOWN });
    const stored = () =>
      db.selectFrom('listings').select('neighborhood_id').where('id', '=', id).executeTakeFirstOrThrow();
    const { neighborhood_id } = await stored();
    expect(gazetteer.places.byId.get(neighborhood_id ?? 0)?.slug).toBe('koreatown');
    const setRadius = (miles: number) =>
      sql`update places set radius_miles = ${miles} where slug = 'koreatown'`.execute(db);
    await setRadius(0.01);
    expect((await stored()).neighborhood_id).toBeNull();
    await setRadius(0.9);
    expect(await stored()).toEqual({ neighborhood_id });
  });
});

describe('A listing without an exact point', () => {
  it('is in the neighborhood that has its whole ZIP code, or whose name its place has', async () => {
    const ids = [
      await api.createListing({ zip: '90041' }),
      await api.createListing({ zip: '90005' }),
      await api.createListing({ zip: '91405', title: 'Magpie Motors' }),
    ];
    expect((await Promise.all(ids.map(neighborhoodOf))).map((found) => found?.slug)).toEqual([
      'eagle-rock',
      undefined,
      // Its city already says 'Van Nuys'.
      undefined,
    ]);
    expect(await titles('/api/city/van-nuys/ads')).toEqual(['Magpie Motors']);
  });
});

describe('The data', () => {
  it('has at least 80 neighborhoods, each with its middle in its city', () => {
    const neighborhoods = gazetteer.places.all.filter(({ isNeighborhood }) => isNeighborhood);
    expect(neighborhoods.length).toBeGreaterThanOrEqual(80);
    for (const place of neighborhoods) expect(findCityAt(gazetteer, place)?.id, place.name).toBe(place.cityId);
  });

  it('has at least 60 landmarks in the city that they name', () => {
    expect(landmarks.size).toBeGreaterThanOrEqual(60);
    for (const { name, city, radiusMiles, ...point } of landmarks.values()) {
      if (radiusMiles !== undefined) continue;
      expect(findCityAt(gazetteer, point)?.name ?? '', name).toBe(city);
    }
  });
});

describe('A landmark', () => {
  beforeEach(async () => {
    await api.createListing({ title: 'Magpie Pizza', zip: '92802', category: 'pizza', lat: 33.805, lng: -117.915 });
    await api.createListing({ title: 'Magpie Pizza Fullerton', zip: '92832', category: 'pizza' });
    await api.createListing({ title: 'Magpie Pizza USC', zip: '90007', category: 'pizza', lat: 34.022, lng: -118.28 });
  });

  it.each([
    ['q=pizza near disneyland', 'Magpie Pizza', 'Disneyland'],
    ['q=pizza disneyland', 'Magpie Pizza', 'Disneyland'],
    ['q=pizza near disnyland', 'Magpie Pizza', 'Disneyland'],
    ['q=pizza&near=University of Southern California', 'Magpie Pizza USC', 'USC'],
    ['q=pizza near university of southern california', 'Magpie Pizza USC', 'USC'],
    ['q=pizza&near=USC', 'Magpie Pizza USC', 'USC'],
  ])('is the center of %s', async (search, title, name) => {
    expect((await titles(`/api/search?${search}`))[0]).toBe(title);
    const { near } = (await api.get(`/api/search/about?${search}`)).body;
    expect(near).toMatchObject({ name, path: `/search?near=${name.toLowerCase()}` });
  });

  it('is kept by wider searches, suggested after places, and no filter', async () => {
    const about = (await api.get('/api/search/about?q=pizza near disneyland&within=1')).body;
    expect(about.wider[0].search).toMatchObject({ q: 'pizza', near: 'disneyland' });
    const suggested = async (q: string) => (await api.get(`/api/search/suggestions?q=${q}`)).body.places;
    expect(await suggested('disneyl')).toEqual([
      { name: 'Disneyland', detail: 'Landmark', path: '/search?near=disneyland' },
    ]);
    expect((await suggested('san'))[0]).toMatchObject({ detail: 'San Diego County' });
    expect((await api.get('/api/search?place=disneyland')).status).toBe(404);
  });
});
