import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(() => api.close());
beforeEach(() => api.db.deleteFrom('listings').execute());

const read = async (url: string): Promise<number[]> => {
  const { status, body } = await api.get(url);
  expect(status).toBe(200);
  return (body.ads ?? body).map(({ id }: { id: number }) => id);
};
const lists = {
  city: '/api/city/irvine/ads',
  'city as a location': '/api/location/irvine/ads',
  'category in a city': '/api/city/irvine/category/plumbers/ads',
  'ZIP code': '/api/zip/92614/ads',
  category: '/api/category/plumbers/ads',
  'top category': '/api/category/home-services/ads',
  county: '/api/county/orange-county/ads',
  location: '/api/location/orange-county/ads',
};
const nearTo = async (table: 'places' | 'zip_codes', miles: number) => {
  const { lat, lng } = await api.db
    .selectFrom(table)
    .select(['lat', 'lng'])
    .where(table === 'places' ? 'slug' : 'zip', '=', table === 'places' ? 'irvine' : '92614')
    .executeTakeFirstOrThrow();
  return { lat: lat + miles / 69, lng };
};
const NOW = Date.now();
const complete = { languages: ['Spanish'], service_area: 'All of Irvine', year_founded: 1999 };
const bare = { phone: null, address: null };

describe.each(Object.entries(lists))('the list of a %s', (_name, url) => {
  it('begins with the most complete listing, and with the newest of equally complete ones', async () => {
    const older = await api.createListing({ created_at: new Date(NOW - 2000) });
    const full = await api.createListing({ ...complete, created_at: new Date(NOW - 3000) });
    const newer = await api.createListing({ created_at: new Date(NOW - 1000) });
    const empty = await api.createListing({ ...bare, created_at: new Date(NOW) });
    expect(await read(url)).toEqual([full, newer, older, empty]);
    expect(await read(`${url}?featured=false`)).toEqual([full, newer, older, empty]);
  });

  it('is newest first with `sort=newest`', async () => {
    const older = await api.createListing({ ...complete, created_at: new Date(NOW - 2000) });
    const newer = await api.createListing({ ...bare, created_at: new Date(NOW - 1000) });
    expect(await read(`${url}?sort=newest`)).toEqual([newer, older]);
  });

  it('refuses unknown orders, and the cursor of another order', async () => {
    for (let i = 0; i < 2; i += 1) await api.createListing();
    const next = async (query: string) =>
      /cursor=([\w-]+)/.exec(String((await api.get(`${url}?limit=1${query}`)).headers.link))?.[1];
    const [relevance, newest] = [await next(''), await next('&sort=newest')];
    expect(relevance).toMatch(/^[\w-]+$/);
    const statuses = [`sort=newest&cursor=${relevance}`, `cursor=${newest}`, 'sort=best'].map(
      async (query) => (await api.get(`${url}?limit=1&${query}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 400, 400]);
  });
});

describe.each([
  ['city', 'places', '/api/city/irvine/ads'],
  ['category in a city', 'places', '/api/city/irvine/category/plumbers/ads'],
  ['ZIP code', 'zip_codes', '/api/zip/92614/ads'],
] as const)('the list of a %s', (_name, table, url) => {
  it('begins with the nearest listing, however complete or new the others are', async () => {
    const far = await api.createListing({ ...complete, ...(await nearTo(table, 3)), created_at: new Date(NOW) });
    const near = await api.createListing({ ...bare, ...(await nearTo(table, 0.3)), created_at: new Date(NOW - 9000) });
    const between = await api.createListing({ ...(await nearTo(table, 1)), created_at: new Date(NOW - 5000) });
    expect(await read(url)).toEqual([near, between, far]);
    expect(await read(`${url}?limit=2`)).toEqual([near, between]);
  });

  it('follows a listing that moves, and a listing that becomes more complete', async () => {
    const first = await api.createListing(await nearTo(table, 1));
    const second = await api.createListing(await nearTo(table, 2));
    const update = async (id: number, columns: object) => {
      await api.db.updateTable('listings').set(columns).where('id', '=', id).execute();
    };
    await update(second, await nearTo(table, 0.5));
    expect(await read(url)).toEqual([second, first]);
    await update(second, await nearTo(table, 1));
    await update(first, { year_founded: 1999 });
    // The URL differs, because these updates invalidate no cached response.
    expect(await read(`${url}?limit=3`)).toEqual([first, second]);
  });
});

it('in a ZIP code one whose point is unknown is not nearer than those whose point is known', async () => {
  const unknown = await api.createListing({ created_at: new Date(NOW) });
  const known = await api.createListing({ ...(await nearTo('zip_codes', 0.4)), created_at: new Date(NOW - 9000) });
  const farther = await api.createListing({ ...(await nearTo('zip_codes', 0.6)), created_at: new Date(NOW - 9000) });
  expect(await read('/api/zip/92614/ads')).toEqual([known, unknown, farther]);
});

it('what a free listing does not show makes it no more complete', async () => {
  const plain = await api.createListing({ created_at: new Date(NOW) });
  const hidden = {
    website: 'https://golden-hour.example',
    image_url: 'https://golden-hour.example/a.jpg',
    tags: ['drains'],
  };
  const withHidden = await api.createListing({ ...hidden, created_at: new Date(NOW - 1000) });
  expect(await read('/api/category/plumbers/ads')).toEqual([plain, withHidden]);
});

it('an update of the gazetteer that moves a place or a ZIP code reorders its listings', async () => {
  const middle = await nearTo('places', 0);
  const south = await api.createListing({ ...(await nearTo('places', -1)) });
  const north = await api.createListing({ ...(await nearTo('places', 2)) });
  expect(await read('/api/city/irvine/ads')).toEqual([south, north]);
  await api.db
    .updateTable('places')
    .set(await nearTo('places', 2))
    .where('slug', '=', 'irvine')
    .execute();
  expect(await read('/api/city/irvine/ads?limit=2')).toEqual([north, south]);
  await api.db.updateTable('places').set(middle).where('slug', '=', 'irvine').execute();

  const middleOfZip = await nearTo('zip_codes', 0);
  await api.db
    .updateTable('zip_codes')
    .set(await nearTo('zip_codes', 9))
    .where('zip', '=', '92614')
    .execute();
  const [first, last] = (await read('/api/zip/92614/ads?limit=3')) as [number, number];
  expect([first, last]).toEqual([north, south]);
  await api.db.updateTable('zip_codes').set(middleOfZip).where('zip', '=', '92614').execute();
});

describe('the branch of a dining chain', () => {
  const unowned = { owner_id: null, origin: 'open-data' } as const;
  const chain = { business_name: 'Taco Bell', title: 'Taco Bell' };

  it.each([
    ['a category', '/api/category/plumbers/ads'],
    ['a county', '/api/county/orange-county/ads'],
  ])('comes after all others in the list of %s, however complete it is', async (_name, url) => {
    const branch = await api.createListing({ ...complete, ...chain, ...unowned });
    const independent = await api.createListing({ phone: null, ...unowned });
    expect(await read(url)).toEqual([independent, branch]);
  });

  it('counts two miles farther from the middle of a city and of a ZIP code', async () => {
    const middle = await nearTo('places', 0);
    const at = (miles: number) => ({ ...middle, lat: middle.lat + miles / 69, ...unowned });
    const branch = await api.createListing({ ...chain, ...at(0.2) });
    const near = await api.createListing(at(1.9));
    const far = await api.createListing(at(2.6));
    expect(await read('/api/city/irvine/ads')).toEqual([near, branch, far]);
  });

  it('is a listing like others once somebody owns it, and once the data knows no such chain', async () => {
    const branch = await api.createListing({ ...complete, ...chain, ...unowned });
    const independent = await api.createListing({ phone: null, ...unowned });
    const { id: owner_id } = await makeAccount(api.db);
    await api.db.updateTable('listings').set({ owner_id }).where('id', '=', branch).execute();
    expect(await read('/api/category/plumbers/ads')).toEqual([branch, independent]);
    await api.db.updateTable('listings').set({ owner_id: null }).where('id', '=', branch).execute();
    expect(await read('/api/category/plumbers/ads?limit=2')).toEqual([independent, branch]);
    const { rows } = await sql`delete from dining_chains where name = 'Taco Bell' returning name`.execute(api.db);
    expect(await read('/api/category/plumbers/ads?limit=3')).toEqual([branch, independent]);
    await sql`insert into dining_chains (name) select name from json_to_recordset(${JSON.stringify(rows)}::json) as t(name text)`.execute(
      api.db,
    );
    expect(await read('/api/category/plumbers/ads?limit=4')).toEqual([independent, branch]);
  });
});

it('neither skips nor repeats a listing of any relevance', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    const point = i % 3 === 0 ? {} : await nearTo('places', (i % 4) / 2);
    ids.push(
      await api.createListing({ ...point, ...(i % 2 ? complete : bare), created_at: new Date(NOW - (i % 5) * 1000) }),
    );
  }
  const whole = await read('/api/city/irvine/ads');
  expect(whole.toSorted((a, b) => a - b)).toEqual(ids);
  for (const limit of [1, 5]) {
    const seen: number[] = [];
    for (let url: string | undefined = `/api/city/irvine/ads?limit=${limit}`; url; ) {
      const { body, headers } = await api.get(url);
      seen.push(...body.map(({ id }: { id: number }) => id));
      url = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
    }
    expect(seen).toEqual(whole);
  }
});

test('the recent listings of the home page are what people posted, newest first, then the most complete', async () => {
  const imported = { origin: 'open-data', source: 'test source', owner_id: null } as const;
  const full = await api.createListing({ ...imported, ...complete, source_id: '1', created_at: new Date(NOW - 1000) });
  const older = await api.createListing({ ...bare, created_at: new Date(NOW - 4000) });
  const newer = await api.createListing({ ...bare, created_at: new Date(NOW - 3000) });
  const poor = await api.createListing({ ...imported, ...bare, source_id: '2', created_at: new Date(NOW) });
  const url = '/api/ads/recent?sort=relevance';
  expect(await read(url)).toEqual([newer, older, full, poor]);
  const cursor = /cursor=([\w-]+)/.exec(String((await api.get(`${url}&limit=2`)).headers.link))?.[1];
  expect(await read(`${url}&limit=2&cursor=${cursor}`)).toEqual([full, poor]);
  expect(await read('/api/ads/recent')).toEqual([poor, full, newer, older]);
});
