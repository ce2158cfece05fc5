import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '../../tests/api.ts';

const api = await createTestApi();
afterAll(() => api.close());

await api.list({ category: 'pizza' });
await api.list({ category: 'pizza', zip: '90012' });
await api.list({ category: 'japanese-restaurants' });
await api.list({ category: 'restaurants' });

type Row = { id: number; slug: string; parentId: number | null; count: number };

describe('/api/categories', () => {
  it('answers a top category, then its children, in the order of the catalogue', async () => {
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
    expect(headers['surrogate-key']).toBe('counts');
  });

  it('leaves the top alone with top=true', async () => {
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
});
