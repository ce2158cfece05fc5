import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';

const api = await createTestApi();
afterAll(() => api.close());
api.removeNewListingsAfterEach();

await api.createListing({ zip: '92614' });
await api.createListing({ zip: '92618' });
await api.createListing({ zip: '92660' });
await api.createListing({ zip: '92614', place_id: null, city: 'Nowhere' });
await api.createListing({ zip: '90012' });

describe('/api/locations', () => {
  it('answers the nine by id, with their ZIP codes', async () => {
    const { body } = await api.get('/api/locations');
    expect(body.map(({ id, name, slug }: Record<string, unknown>) => [id, name, slug])).toEqual([
      [1, 'Los Angeles', 'los-angeles'],
      [2, 'San Diego', 'san-diego'],
      [3, 'Orange County', 'orange-county'],
      [4, 'Palm Springs', 'palm-springs'],
      [5, 'Ventura', 'ventura'],
      [6, 'San Bernardino', 'san-bernardino'],
      [7, 'Imperial', 'imperial'],
      [8, 'Kern', 'kern'],
      [9, 'Riverside', 'riverside'],
    ]);
    expect(Object.keys(body[2]).sort()).toEqual(['id', 'name', 'slug', 'zipCodes']);
    expect(body[2].zipCodes).toContain('92614');
    expect(body[3].zipCodes).toContain('92262');
    expect(body[8].zipCodes).not.toContain('92262');
    const zips = body.flatMap(({ zipCodes }: { zipCodes: string[] }) => zipCodes);
    expect(zips).toHaveLength(1183);
    expect(new Set(zips).size).toBe(1183);
  });

  it('leaves the ZIP codes out with zipCodes=false', async () => {
    const { body } = await api.get('/api/locations?zipCodes=false');
    expect(body).toHaveLength(9);
    expect(body[0]).toEqual({ id: 1, name: 'Los Angeles', slug: 'los-angeles' });
    expect((await api.get('/api/locations?zipCodes=true')).body[0]).toHaveProperty('zipCodes');
    expect((await api.get('/api/locations?zipCodes=few')).status).toBe(400);
  });
});

describe('/api/counties', () => {
  it('answers the eight by name, with the number of their listings', async () => {
    const { body } = await api.get('/api/counties');
    expect(body.map(({ slug, count }: { slug: string; count: number }) => [slug, count])).toEqual([
      ['imperial-county', 0],
      ['kern-county', 0],
      ['los-angeles-county', 1],
      ['orange-county', 4],
      ['riverside-county', 0],
      ['san-bernardino-county', 0],
      ['san-diego-county', 0],
      ['ventura-county', 0],
    ]);
    expect(body[3]).toEqual({ id: 3, name: 'Orange County', slug: 'orange-county', count: 4 });
  });
});

describe('/api/counties?cities=true', () => {
  it('answers each county as its own page shows it', async () => {
    const { body, headers } = await api.get('/api/counties?cities=true');
    expect(body).toHaveLength(8);
    for (const county of body) expect(county).toEqual((await api.get(`/api/county/${county.slug}`)).body);
    expect(headers['surrogate-key']).toBe('counts');
    expect((await api.get('/api/counties?cities=all')).status).toBe(400);
  });
});

describe('/api/county/{slug}', () => {
  it('returns a county with its cities by name; listings outside of cities count only for the county', async () => {
    const { body, headers } = await api.get('/api/county/orange-county');
    expect(body).toMatchObject({ id: 3, name: 'Orange County', slug: 'orange-county', count: 4 });
    const cities: { name: string; slug: string; count: number }[] = body.cities;
    expect(cities.filter(({ count }) => count > 0)).toEqual([
      { name: 'Irvine', slug: 'irvine', count: 2 },
      { name: 'Newport Beach', slug: 'newport-beach', count: 1 },
    ]);
    expect(cities.map(({ slug }) => slug)).toContain('aliso-viejo');
    expect(cities.map(({ slug }) => slug)).not.toContain('los-angeles');
    const names = cities.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(headers['surrogate-key']).toBe('counts:3');
  });
});

describe('/api/cities', () => {
  it('returns every place by name, with accented letters sorted as unaccented ones', async () => {
    const { body } = await api.get('/api/cities');
    const names: string[] = body.map(({ name }: { name: string }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(names).toHaveLength(659);
    expect(body.find(({ slug }: { slug: string }) => slug === 'irvine')).toEqual({
      name: 'Irvine',
      slug: 'irvine',
      county: 'orange-county',
      count: 2,
    });
  });
});

describe.each(['counties', 'cities'])('/api/%s', (path) => {
  it('is invalidated with the counts', async () => {
    expect((await api.get(`/api/${path}`)).headers['surrogate-key']).toBe('counts');
  });
});

describe('/api/city/{slug}', () => {
  it('answers a city with its ZIP codes and the places next to it', async () => {
    const { body } = await api.get('/api/city/irvine');
    expect(body).toMatchObject({
      name: 'Irvine',
      slug: 'irvine',
      type: 'city',
      county: { name: 'Orange County', slug: 'orange-county' },
      location: { id: 3, name: 'Orange County', slug: 'orange-county' },
      lat: expect.closeTo(33.67, 1),
      lng: expect.closeTo(-117.8, 1),
      population: 307670,
    });
    expect(body.zipCodes).toContain('92614');
    const nearby: string[] = body.nearby.map(({ slug }: { slug: string }) => slug);
    expect(nearby).toHaveLength(8);
    expect(nearby).toContain('tustin');
    expect(nearby).not.toContain('irvine');
    expect(nearby).not.toContain('anaheim');
  });

  it('answers a location where there is no city of that slug', async () => {
    expect((await api.get('/api/city/orange-county')).body).toMatchObject({ type: 'location', name: 'Orange County' });
  });

  it('answers the city where there is a location of the same slug', async () => {
    expect((await api.get('/api/city/los-angeles')).body).toMatchObject({ type: 'city', population: 3898747 });
  });
});

describe('/api/location/{slug}', () => {
  it('answers a location with its largest cities', async () => {
    const { body } = await api.get('/api/location/orange-county');
    expect(body).toMatchObject({
      name: 'Orange County',
      slug: 'orange-county',
      type: 'location',
      county: { name: 'Orange County', slug: 'orange-county' },
      location: { id: 3, name: 'Orange County', slug: 'orange-county' },
      population: null,
    });
    expect(body.zipCodes).toContain('92614');
    expect(body.nearby.slice(0, 3).map(({ name }: { name: string }) => name)).toEqual([
      'Anaheim',
      'Santa Ana',
      'Irvine',
    ]);
  });

  it('answers the location where there is a city of the same slug', async () => {
    expect((await api.get('/api/location/palm-springs')).body).toMatchObject({
      type: 'location',
      county: { slug: 'riverside-county' },
      location: { id: 4 },
      lat: expect.closeTo(33.8, 0),
    });
  });

  it('answers any other city', async () => {
    expect((await api.get('/api/location/irvine')).body).toMatchObject({ type: 'city', slug: 'irvine' });
  });

  it('answers a region outside California with its name and nothing else', async () => {
    expect((await api.get('/api/location/sf-bay')).body).toEqual({
      name: 'San Francisco Bay Area',
      slug: 'sf-bay',
      type: 'region',
      count: 0,
      county: null,
      city: null,
      location: null,
      zipCodes: [],
      categories: [],
      neighborhoods: [],
      nearby: [],
      nearest: [],
      lat: null,
      lng: null,
      population: null,
      scenery: null,
    });
  });
});

describe('a place without listings', () => {
  it('names the nearest places that have some, with their numbers', async () => {
    const { nearest, count } = (await api.get('/api/city/lake-forest')).body;
    expect(count).toBe(0);
    expect(nearest.slice(0, 2)).toEqual([
      { name: 'Irvine', slug: 'irvine', count: 2 },
      { name: 'Newport Beach', slug: 'newport-beach', count: 1 },
    ]);
  });

  it('returns others when listings are added elsewhere', async () => {
    await api.createListing({ place: 'mission-viejo' });
    const { nearest } = (await api.get('/api/city/lake-forest')).body;
    expect(nearest[0]).toEqual({ name: 'Mission Viejo', slug: 'mission-viejo', count: 1 });
  });

  it('names none when it has listings itself', async () => {
    expect((await api.get('/api/city/irvine')).body).toMatchObject({ count: 2, nearest: [] });
  });
});

describe('every slug in a response', () => {
  it('leads to a page', async () => {
    const [locations, counties, cities] = await Promise.all(
      ['/api/locations', '/api/counties', '/api/cities'].map(async (url) => (await api.get(url)).body),
    );
    const slugs = (rows: { slug: string }[]) => rows.map(({ slug }) => slug);
    const urls = [
      ...slugs(locations).flatMap((slug) => [
        `/api/location/${slug}`,
        `/api/city/${slug}`,
        `/api/location/${slug}/ads`,
      ]),
      ...slugs(counties).flatMap((slug) => [`/api/county/${slug}`, `/api/county/${slug}/ads`]),
      ...slugs(cities).flatMap((slug) => [`/api/city/${slug}`, `/api/location/${slug}`]),
    ];
    // The usual run asks for an eighth of them, another one for each seed.
    const asked = selectEveryNth(8, urls);
    for (const url of asked) expect((await api.get(url)).status, url).toBe(200);
  });
});

describe('the gazetteer', () => {
  it('is reloaded when everything is invalidated', async () => {
    const set = (name: string) =>
      api.db.updateTable('counties').set({ name }).where('slug', '=', 'kern-county').execute();
    await set('Golden');
    expect((await api.get('/api/county/kern-county')).body.name).toBe('Kern County');
    await api.invalidateAll();
    expect((await api.get('/api/county/kern-county')).body.name).toBe('Golden County');
    await set('Kern');
    await api.invalidateAll();
  });
});
