import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FactOrigins } from '#server/listings/facts.ts';
import { type ListingOverrides, makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { nextChangeAt } from './list.ts';

const api = await createTestApi();
afterAll(() => api.close());
api.removeNewListingsAfterEach();

const hour = (n: number) => new Date(Date.UTC(2025, 3, 16, n));
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);
const ids = (ads: { id: number }[]) => ads.map(({ id }) => id);

// Irvine (Orange County), Newport Beach (Orange County), Downtown Los Angeles; oldest first.
const irvinePizza = await api.createListing({
  zip: '92614',
  category: 'pizza',
  title: 'Wood-fired pizza',
  description: 'Neapolitan pizza from a wood-fired oven.',
  business_name: 'Forno Irvine',
  address: '1 Main Street',
  phone: '(949) 555-0100',
  email: 'owner@forno.example',
  email_shown: true,
  website: 'https://forno.example/',
  image_url: 'https://forno.example/oven.webp',
  lat: 33.68,
  lng: -117.83,
  created_at: hour(1),
  updated_at: hour(5),
});
const newportSushi = await api.createListing({
  zip: '92660',
  category: 'japanese-restaurants',
  website: 'https://sushi.example/',
  image_url: 'https://sushi.example/fish.webp',
  level: 'premium',
  paid_until: inDays(30),
  expires_at: inDays(60),
  lat: 33.63,
  lng: -117.87,
  created_at: hour(2),
});
const losAngelesPizza = await api.createListing({
  zip: '90012',
  category: 'pizza',
  level: 'enhanced',
  paid_until: inDays(10),
  lat: null,
  lng: null,
  created_at: hour(3),
});
const irvineRestaurant = await api.createListing({ zip: '92618', category: 'restaurants', created_at: hour(3) });
const all = [irvineRestaurant, losAngelesPizza, newportSushi, irvinePizza];

describe('lists', () => {
  // In an even minute the rotation of two featured listings starts with the newer one.
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 120_000) * 120_000 });
    return () => vi.useRealTimers();
  });

  it.each([
    ['/api/ads/recent', all],
    ['/api/ads/featured', [losAngelesPizza, newportSushi]],
    ['/api/county/orange-county/ads?sort=newest', [irvineRestaurant, newportSushi, irvinePizza]],
    ['/api/county/imperial-county/ads?sort=newest', []],
    ['/api/city/irvine/ads?sort=newest', [irvineRestaurant, irvinePizza]],
    ['/api/location/irvine/ads?sort=newest', [irvineRestaurant, irvinePizza]],
    ['/api/location/orange-county/ads?sort=newest', [irvineRestaurant, newportSushi, irvinePizza]],
    ['/api/city/orange-county/ads?sort=newest', [irvineRestaurant, newportSushi, irvinePizza]],
    ['/api/location/nyc/ads?sort=newest', []],
    ['/api/category/pizza/ads?sort=newest', [losAngelesPizza, irvinePizza]],
    ['/api/category/restaurants/ads?sort=newest', all],
    ['/api/category/pets/ads?sort=newest', []],
  ])(
    '%s contains the listings of its scope, newest first, and by descending id at the same time',
    async (url, expected) => {
      const { status, body } = await api.get(url);
      expect(status).toBe(200);
      expect(ids(body)).toEqual(expected);
    },
  );

  it.each([
    ['/api/ads/recent?featured=true', [losAngelesPizza, newportSushi]],
    ['/api/ads/recent?featured=false', [irvineRestaurant, irvinePizza]],
    ['/api/county/orange-county/ads?featured=true', [newportSushi]],
    ['/api/county/orange-county/ads?featured=false&sort=newest', [irvineRestaurant, irvinePizza]],
    ['/api/category/pizza/ads?featured=true', [losAngelesPizza]],
    ['/api/category/restaurants/ads?featured=true&limit=1', [losAngelesPizza]],
    ['/api/city/newport-beach/ads?featured=true', [newportSushi]],
    ['/api/location/los-angeles/ads?featured=true', [losAngelesPizza]],
  ])('%s contains only featured listings, or only the others', async (url, expected) => {
    expect(ids((await api.get(url)).body)).toEqual(expected);
  });

  it('of a ZIP code include its location, city and county', async () => {
    const { body } = await api.get('/api/zip/92614/ads');
    expect(body).toEqual({
      zip: '92614',
      location: { id: 3, name: 'Orange County', slug: 'orange-county' },
      city: { name: 'Irvine', slug: 'irvine' },
      county: { name: 'Orange County', slug: 'orange-county' },
      nearest: [],
      point: { lat: expect.closeTo(33.68, 1), lng: expect.closeTo(-117.83, 1) },
      ads: [expect.objectContaining({ id: irvinePizza })],
    });
    expect((await api.get('/api/zip/92614/ads?featured=true')).body.ads).toEqual([]);
  });

  it('of a ZIP code without listings include the nearest ZIP codes that have some', async () => {
    const { body } = await api.get('/api/zip/92612/ads');
    expect(body.ads).toEqual([]);
    expect(body.nearest[0]).toMatchObject({ zip: '92614', city: 'Irvine', count: expect.any(Number) });
    expect(body.nearest.map(({ zip }: { zip: string }) => zip)).toContain('92660');
  });

  it('resolve a shared slug to the location under /location, and to the city under /city', async () => {
    const thermal = await api.createListing({ zip: '92274', category: 'pets' });
    const palmSprings = await api.createListing({ zip: '92262', category: 'pets' });
    expect(ids((await api.get('/api/location/palm-springs/ads')).body)).toEqual([palmSprings, thermal]);
    expect(ids((await api.get('/api/city/palm-springs/ads')).body)).toEqual([palmSprings]);
  });
});

describe('a free listing', () => {
  it('has on a card no picture and website', async () => {
    const { body } = await api.get('/api/city/irvine/ads?sort=newest');
    expect(body[1]).toEqual({
      id: irvinePizza,
      title: 'Wood-fired pizza',
      titleLanguage: 'en',
      textLanguage: 'en',
      description: 'Neapolitan pizza from a wood-fired oven.',
      imageUrl: null,
      imageSrc: null,
      imageSrcSet: null,
      businessUrl: null,
      locationId: 3,
      createdAt: '2025-04-16T01:00:00.000Z',
      premium: false,
      isFeatured: false,
      level: 'free',
      businessName: 'Forno Irvine',
      city: { name: 'Irvine', slug: 'irvine' },
      county: { name: 'Orange County', slug: 'orange-county' },
      zipCode: '92614',
      address: '1 Main Street',
      street: '1 Main Street',
      tel: 'tel:+19495550100',
      hours: null,
      specialHours: [],
      accepts: [],
      mayHaveClosed: false,
      licensed: false,
      category: { name: 'Pizza', slug: 'pizza', icon: 'pizza', top: 'restaurants' },
      intro: 'Neapolitan pizza from a wood-fired oven.',
      posted: true,
      unclaimed: false,
      sample: false,
      rating: null,
      answerMinutes: null,
    });
  });

  it('shows the website that a source names until somebody claims it, and a search finds it', async () => {
    const { id: owner_id } = await makeAccount(api.db);
    const website = 'https://barrel.example/';
    const columns = { title: 'Barrel of facts', website, origin: 'open-data', zip: '92614' } as const;
    const unclaimed = await api.createListing({ ...columns, owner_id: null });
    const claimed = await api.createListing({ ...columns, owner_id });
    const read = async (id: number) => (await api.get(`/api/ads/${id}`)).body;
    expect(await read(unclaimed)).toMatchObject({ businessUrl: website, posted: false });
    expect(await read(claimed)).toMatchObject({ businessUrl: null, posted: false });
    expect(ids((await api.get('/api/search?q=barrel&website=true')).body)).toEqual([unclaimed]);
  });

  it('has in lists the first sentence of a description only if its owner wrote or edited it', async () => {
    const description = 'Farm-to-table tacos daily. Open late.';
    const introOf = async (columns: ListingOverrides) => {
      const id = await api.createListing({ category: 'pizza', zip: '92614', description, ...columns });
      const { body } = await api.get(`/api/ads?ids=${id}`);
      return body[0].intro;
    };
    expect(await introOf({})).toBe('Farm-to-table tacos daily.');
    const { id: owner_id } = await makeAccount(api.db);
    for (const origin of ['open-data', 'import'] as const) {
      expect(await introOf({ origin, owner_id })).toBeNull();
      expect(await introOf({ origin, owner_id, version: 2 })).toBe('Farm-to-table tacos daily.');
      // Corrected by the staff.
      expect(await introOf({ origin, version: 2 })).toBeNull();
    }
  });

  it('has on its own page contact details, but no picture or website', async () => {
    const { body } = await api.get(`/api/ads/${irvinePizza}`);
    expect(body).toMatchObject({
      imageUrl: null,
      imageSrc: null,
      imageSrcSet: null,
      businessUrl: null,
      address: '1 Main Street',
      state: 'CA',
      phone: '(949) 555-0100',
      email: 'owner@forno.example',
      location: { id: 3, name: 'Orange County', slug: 'orange-county' },
      parentCategory: { name: 'Restaurants', slug: 'restaurants' },
      point: { lat: 33.68, lng: -117.83 },
      source: null,
      sources: [],
      possibleClosure: null,
      updatedAt: '2025-04-16T05:00:00.000Z',
    });
  });
});

describe('a paid listing', () => {
  it('has a picture, a website and a pin', async () => {
    const { body } = await api.get(`/api/ads/${newportSushi}`);
    expect(body).toMatchObject({
      level: 'premium',
      premium: true,
      isFeatured: true,
      imageUrl: 'https://sushi.example/fish.webp',
      businessUrl: 'https://sushi.example/',
      point: { lat: 33.63, lng: -117.87 },
    });
  });

  it('of the enhanced level is featured but not premium, and has no pin without a point', async () => {
    const { body } = await api.get(`/api/ads/${losAngelesPizza}`);
    expect(body).toMatchObject({ level: 'enhanced', premium: false, isFeatured: true, point: null });
  });

  it('is free when its paid term has ended, and listed among the others', async () => {
    const lapsed = await api.createListing({
      zip: '93510',
      category: 'pets',
      level: 'premium',
      paid_until: inDays(-1),
      website: 'https://lapsed.example/',
      image_url: 'https://lapsed.example/dog.webp',
      lat: 34.4,
      lng: -118.2,
    });
    const free = { level: 'free', premium: false, isFeatured: false, businessUrl: null, imageUrl: null };
    expect((await api.get(`/api/ads/${lapsed}`)).body).toMatchObject({ ...free, point: { lat: 34.4, lng: -118.2 } });
    expect((await api.get('/api/zip/93510/ads?featured=false')).body.ads).toMatchObject([free]);
    expect((await api.get('/api/zip/93510/ads?featured=true')).body.ads).toEqual([]);
    expect(ids((await api.get('/api/ads/featured')).body)).not.toContain(lapsed);
  });
});

describe('an open-data listing', () => {
  const facts = { origin: 'open-data', source: 'Open Brewery DB', email: 'someone@brewery.example' } as const;

  it('is marked unclaimed, names its source, and does not publish its email address', async () => {
    const id = await api.createListing({ zip: '92274', category: 'pets', ...facts, source_id: 'a' });
    const { body } = await api.get(`/api/ads/${id}`);
    expect(body).toMatchObject({ unclaimed: true, sample: false, source: 'Open Brewery DB', email: null });
  });

  it('says who said which facts, and when', async () => {
    const origins: FactOrigins = {
      phone: { source: 'USDA SNAP historical retailers 2022', date: '2022' },
      website: { source: 'Chamber of Commerce', date: '2025-03' },
      hours: { by: 'owner', date: '2025-04' },
    };
    const place = { zip: '92274', category: 'pets', ...facts };
    const of = async (columns: object) => {
      const id = await api.createListing({ ...place, ...columns });
      return (await api.get(`/api/ads/${id}`)).body.sources;
    };
    const brewery = { facts: [], title: 'Open Brewery DB', url: 'https://www.openbrewerydb.org/' };
    expect(await of({ source_id: 'c', facts: JSON.stringify(origins) })).toEqual([
      { ...brewery, date: '2026-08' },
      { facts: ['phone'], title: 'USDA SNAP', date: '2022', url: null },
      { facts: ['website'], title: 'Chamber of Commerce', date: '2025-03', url: null },
    ]);
    expect(await of({ source_id: 'd', source_date: '2024-11' })).toEqual([{ ...brewery, date: '2024-11' }]);
  });

  it('says that it may have closed', async () => {
    const id = await api.createListing({ zip: '92274', category: 'pets', ...facts, source_id: 'e' });
    const { id: import_id } = await api.db
      .insertInto('imports')
      .values({ file: 'a.csv', fingerprint: Buffer.alloc(32) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const mark = { date: '2025-03', reason: 'missing' } as const;
    await api.db
      .insertInto('possible_closures')
      .values({ listing_id: id, import_id, source: facts.source, ...mark })
      .execute();
    expect((await api.get(`/api/ads/${id}`)).body.possibleClosure).toEqual({ title: 'Open Brewery DB', ...mark });
  });

  it('is not unclaimed when an account owns it', async () => {
    const { id: owner_id } = await makeAccount(api.db);
    const id = await api.createListing({ zip: '92274', category: 'pets', ...facts, source_id: 'b', owner_id });
    expect((await api.get(`/api/ads/${id}`)).body.unclaimed).toBe(false);
  });
});

it('a sample is marked, and a city without a page is named without a slug', async () => {
  const id = await api.createListing({
    zip: '92274',
    category: 'pets',
    origin: 'sample',
    level: 'premium',
    website: 'https://nowhere.example',
    place_id: null,
    city: 'Nowhere',
  });
  expect((await api.get(`/api/ads/${id}`)).body).toMatchObject({
    sample: true,
    city: { name: 'Nowhere', slug: null },
    businessUrl: null,
  });
});

it('samples are in the list of featured listings while no listing is paid for, and in no other', async () => {
  const empty = await createTestApi();
  const sample = await empty.createListing({ category: 'pets', origin: 'sample', level: 'premium' });
  const free = await empty.createListing({ category: 'pets' });
  const readIds = async (path: string) => (await empty.get(path)).body.map(({ id }: { id: number }) => id);
  expect(await readIds('/api/ads/featured')).toEqual([sample]);
  for (const path of ['/api/ads/recent', '/api/category/pets/ads', '/api/category/pets/ads?featured=true'])
    expect(await readIds(path), path).not.toContain(sample);
  expect(await readIds(`/api/ads?ids=${sample},${free}`)).toEqual([free]);

  const paid = await empty.createListing({ category: 'pets', level: 'enhanced' });
  expect(await readIds('/api/ads/featured')).toEqual([paid]);
  await empty.close();
});

describe('the surrogate keys of a response', () => {
  const parseKeys = (headers: Record<string, unknown>) => String(headers['surrogate-key']).split(' ');

  it.each([
    ['/api/ads/recent', 'recent'],
    ['/api/ads/featured', 'featured'],
    ['/api/county/orange-county/ads', 'county:orange-county'],
    ['/api/city/newport-beach/ads', 'city:newport-beach'],
    ['/api/location/orange-county/ads?featured=true', 'location:orange-county'],
    ['/api/zip/92660/ads', 'zip:92660'],
    ['/api/category/restaurants/ads', 'category:restaurants'],
  ])('of %s are those of its scope and of every listing in it', async (url, key) => {
    const { headers } = await api.get(url);
    expect(parseKeys(headers)).toEqual(expect.arrayContaining([key, `listing:${newportSushi}`]));
  });

  it('of a listing’s page are only that of the listing', async () => {
    const { headers } = await api.get(`/api/ads/${newportSushi}`);
    expect(parseKeys(headers)).toEqual([`listing:${newportSushi}`]);
  });
});

it('a sample cannot be called', async () => {
  const [sample, real] = [await api.createListing({ origin: 'sample' }), await api.createListing()];
  expect((await api.get(`/api/ads/${sample}`)).body.tel).toBeNull();
  expect((await api.get(`/api/ads/${real}`)).body.tel).toBe('tel:+19495550100');
});

it('a page with special hours is cached until midnight, and one without them longer', async () => {
  const special_hours = JSON.stringify([{ on: '12-25', hours: 'closed' }]);
  const untilOf = async (columns: ListingOverrides) =>
    (await api.get(`/api/ads/${await api.createListing(columns)}`)).headers['surrogate-until'];
  expect(await untilOf({})).toBeUndefined();
  const until = new Date(String(await untilOf({ special_hours })));
  expect(until.getTime()).toBeGreaterThan(Date.now());
  expect(until.getTime()).toBeLessThanOrEqual(inDays(1).getTime());
});

it('a temporarily closed business stays public, and its page has the days', async () => {
  const specialHours = [{ on: '2026-11-01/..', hours: 'closed', reason: 'vacation' }];
  const id = await api.createListing({ special_hours: JSON.stringify(specialHours) });
  const { body } = await api.get(`/api/ads/${id}`);
  expect(body.specialHours).toEqual(specialHours);
  expect(body.specialDates).toEqual([{ date: '2026-11-01', through: null, holiday: null, hours: 'closed' }]);
});

describe('a list changes without an invalidation', () => {
  it.each([
    ['when the first listing expires', [{ expires_at: hour(9) }, { expires_at: hour(8) }, {}], hour(8)],
    ['when a paid term ends', [{ shown_level: 'premium', paid_until: hour(7), expires_at: hour(8) }], hour(7)],
    ['not at a paid term that has ended', [{ shown_level: 'free', paid_until: hour(7), expires_at: hour(8) }], hour(8)],
    ['never if nothing ends', [{}, {}], null],
  ] as const)('%s', (_case, rows, expected) => {
    const lasting = { shown_level: 'free', paid_until: null, expires_at: null } as const;
    expect(nextChangeAt(rows.map((row) => ({ ...lasting, ...row })))).toEqual(expected);
  });
});

it('the sources of listings are named with their licenses', async () => {
  expect((await api.get('/api/sources')).body).toEqual([]);
  await api.createListing({ source: 'Open Brewery DB', source_id: 'obdb:1' });
  expect((await api.get('/api/sources')).body).toEqual([
    { title: 'Open Brewery DB', date: '2026-08', license: 'MIT', url: 'https://www.openbrewerydb.org/' },
  ]);
});

it('Each of two telephone numbers of a listing can be called', async () => {
  const id = await api.createListing({ phone: '(949) 555-0100 x12 / (949) 555-0199' });
  expect((await api.get(`/api/ads/${id}`)).body).toMatchObject({
    phone: '(949) 555-0100 x12 / (949) 555-0199',
    tel: 'tel:+19495550100;ext=12',
    otherTel: 'tel:+19495550199',
  });
});
