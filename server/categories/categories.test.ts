import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(() => api.close());
api.removeNewListingsAfterEach();

await api.createListing({ category: 'pizza' });
await api.createListing({ category: 'pizza', zip: '90012' });
await api.createListing({ category: 'japanese-restaurants' });
await api.createListing({ category: 'restaurants' });

type Row = { id: number; slug: string; parentId: number | null; count: number };

describe('/api/categories', () => {
  it('returns each top category before its children, in catalog order', async () => {
    const rows: Row[] = (await api.get('/api/categories')).body;
    expect(rows).toHaveLength(217);
    expect(rows.slice(0, 3).map(({ slug }) => slug)).toEqual([
      'restaurants',
      'mexican-restaurants',
      'american-restaurants',
    ]);
    let top: number | undefined;
    for (const row of rows) {
      if (row.parentId === null) top = row.id;
      else expect(row.parentId).toBe(top);
    }
  });

  it('counts listings, those of its children for a top category too', async () => {
    const rows: Row[] = (await api.get('/api/categories')).body;
    expect(rows.filter(({ count }) => count > 0).map(({ slug, count }) => [slug, count])).toEqual([
      ['restaurants', 4],
      ['pizza', 2],
      ['japanese-restaurants', 1],
    ]);
  });

  it('has these fields', async () => {
    const { body, headers } = await api.get('/api/categories');
    const parentId = body[0].id;
    expect(body.find(({ slug }: Row) => slug === 'pizza')).toEqual({
      id: expect.any(Number),
      name: 'Pizza',
      slug: 'pizza',
      icon: 'pizza',
      parentId,
      count: 2,
    });
    expect(headers['surrogate-key']).toBe('categories counts');
  });

  it('returns only the top categories with top=true', async () => {
    const rows: Row[] = (await api.get('/api/categories?top=true')).body;
    expect(rows).toHaveLength(22);
    expect(rows.every(({ parentId }) => parentId === null)).toBe(true);
    expect(rows[0]).toMatchObject({ slug: 'restaurants', count: 4 });
    expect((await api.get('/api/categories?top=false')).body).toHaveLength(217);
    expect((await api.get('/api/categories?top=perhaps')).status).toBe(400);
  });
});

describe('/api/category/{slug}', () => {
  it('answers a category below the top with its parent and its siblings', async () => {
    const { body } = await api.get('/api/category/pizza');
    const parent = { id: body.parentId, name: 'Restaurants', slug: 'restaurants', icon: 'utensils', parentId: null };
    expect(body).toMatchObject({ name: 'Pizza', slug: 'pizza', icon: 'pizza', parent });
    const related: Row[] = body.related;
    expect(related.every(({ parentId }) => parentId === body.parentId)).toBe(true);
    expect(related.map(({ slug }) => slug)).toContain('japanese-restaurants');
    expect(related.map(({ slug }) => slug)).not.toContain('pizza');
  });

  it('answers a top category with its children', async () => {
    const { body } = await api.get('/api/category/restaurants');
    expect(body.parent).toBeNull();
    expect(body.related.map(({ slug }: Row) => slug)).toContain('pizza');
    expect(body.related.every(({ parentId }: Row) => parentId === body.id)).toBe(true);
  });

  it('answers a top category with those next to it in the catalog', async () => {
    const { body, headers } = await api.get('/api/category/food-grocery');
    expect(body.neighbors).toHaveLength(6);
    expect(body.neighbors[0]).toEqual({ name: 'Restaurants', slug: 'restaurants', icon: 'utensils' });
    expect(body.neighbors.map(({ slug }: Row) => slug)).not.toContain('food-grocery');
    expect((await api.get('/api/category/pizza')).body.neighbors).toEqual([]);
    expect(headers['surrogate-key']).toBe('categories counts');
    expect((await api.get('/api/category/restaurants')).headers['surrogate-key']).toMatch(
      /^categories counts:category:\d+$/,
    );
  });

  it('offers for one without listings the most closely related ones that have some', async () => {
    const nearest = async (slug: string) =>
      (await api.get(`/api/category/${slug}`)).body.nearest.map((row: Row) => [row.slug, row.count]);
    expect(await nearest('barbecue')).toEqual([
      ['pizza', 2],
      ['japanese-restaurants', 1],
    ]);
    expect(await nearest('pets')).toEqual([['restaurants', 4]]);
    expect(await nearest('pizza')).toEqual([]);
  });

  it('returns the cities with most listings, including those of child categories', async () => {
    expect((await api.get('/api/category/restaurants')).body.cities).toEqual([
      { name: 'Irvine', slug: 'irvine', count: 3 },
      { name: 'Los Angeles', slug: 'los-angeles', count: 1 },
    ]);
    expect((await api.get('/api/category/bakeries')).body).toMatchObject({ count: 0, cities: [] });
  });
});

describe('a category in a city', () => {
  it('is counted there, with the other categories of the city', async () => {
    const { body } = await api.get('/api/city/irvine/category/pizza');
    expect(body).toMatchObject({
      city: { name: 'Irvine', slug: 'irvine' },
      parentCity: null,
      county: { slug: 'orange-county' },
      category: { name: 'Pizza', slug: 'pizza', count: 1 },
      parent: { slug: 'restaurants', count: 3 },
      nearest: [{ name: 'Los Angeles', slug: 'los-angeles', count: 1 }],
    });
    expect(body.others).toEqual([
      { name: 'Restaurants', slug: 'restaurants', count: 3 },
      { name: 'Japanese, Sushi & Ramen', slug: 'japanese-restaurants', count: 1 },
    ]);
    expect((await api.get('/api/city/irvine')).body.categories.map(({ slug }: Row) => slug)).toEqual([
      'restaurants',
      'pizza',
      'japanese-restaurants',
    ]);
  });

  it('names the city of a neighborhood', async () => {
    const { body } = await api.get('/api/city/koreatown/category/pizza');
    expect(body).toMatchObject({
      city: { slug: 'koreatown' },
      parentCity: { name: 'Los Angeles', slug: 'los-angeles' },
    });
  });

  it('offers the nearest cities with listings of any kind where there is nothing else', async () => {
    const offered = async (path: string) => (await api.get(`/api/city/${path}`)).body.nearestOfAnyKind;
    expect(await offered('tustin/category/bakeries')).toEqual([
      { name: 'Irvine', slug: 'irvine', count: 3 },
      { name: 'Los Angeles', slug: 'los-angeles', count: 1 },
    ]);
    expect(await offered('tustin/category/pizza')).toEqual([]);
    expect(await offered('irvine/category/bakeries')).toEqual([]);
  });

  it('with more than one page of them names its neighborhoods, or else its ZIP codes, with their numbers', async () => {
    const areasOf = async (path: string) => {
      const { neighborhoods, zipCodes } = (await api.get(`/api/city/${path}`)).body;
      return { neighborhoods, zipCodes };
    };
    const none = { neighborhoods: [], zipCodes: [] };
    const path = 'tustin/category/food-grocery';
    for (let i = 0; i < 20; i++) await api.createListing({ category: 'bakeries', zip: i < 3 ? '92780' : '92782' });
    expect(await areasOf(path)).toEqual(none);
    const id = await api.createListing({ category: 'coffee-tea', zip: '92780' });
    const zipCodes = (...counts: number[]) => counts.map((count, i) => ({ zip: ['92782', '92780'][i], count }));
    expect(await areasOf(path)).toEqual({ ...none, zipCodes: zipCodes(17, 4) });
    await api.db.updateTable('listings').set({ zip: '92782' }).where('id', '=', id).execute();
    await api.invalidate(['city:tustin', 'counts']);
    expect(await areasOf(path)).toEqual({ ...none, zipCodes: zipCodes(18, 3) });
    expect(await areasOf('tustin/category/coffee-tea')).toEqual(none);

    const koreatown = { lat: 34.0601, lng: -118.2995, zip: '90005' };
    for (let i = 0; i < 21; i++)
      await api.createListing({ category: 'bakeries', ...(i < 2 ? koreatown : { zip: '90012' }) });
    expect(await areasOf('los-angeles/category/bakeries')).toEqual({
      ...none,
      neighborhoods: [{ name: 'Koreatown', slug: 'koreatown', count: 2 }],
    });
  });

  it('lists only its listings in the city', async () => {
    const { body } = await api.get('/api/city/irvine/category/pizza/ads');
    expect(body).toMatchObject([{ city: { slug: 'irvine' }, category: { slug: 'pizza' } }]);
    expect((await api.get('/api/city/irvine/category/restaurants/ads')).body).toHaveLength(3);
    expect((await api.get('/api/city/tustin/category/pizza/ads')).body).toEqual([]);
  });

  it('counts a new listing', async () => {
    await api.createListing({ category: 'pizza', place: 'tustin' });
    expect((await api.get('/api/city/tustin/category/pizza')).body.category.count).toBe(1);
    expect((await api.get('/api/city/tustin/category/pizza/ads')).body).toHaveLength(1);
  });

  it.each([
    ['nowhere', 'pizza', 'City Not Found'],
    ['orange-county', 'pizza', 'City Not Found'],
    ['irvine', 'nothing', 'Category not found'],
  ])('is not there: %s and %s', async (city, category, message) => {
    for (const path of ['', '/ads']) {
      const { status, body } = await api.get(`/api/city/${city}/category/${category}${path}`);
      expect([status, body]).toEqual([404, { message }]);
    }
  });
});
