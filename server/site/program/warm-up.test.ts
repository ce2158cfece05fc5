import { afterAll, expect, test } from 'vitest';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { CachedResponse } from '#server/platform/page-cache/cached-response.ts';
import { createTestApi } from '#tests/support/api.ts';
import { warmUp } from './warm-up.ts';

const api = await createTestApi();
afterAll(api.close);
const gazetteer = await openGazetteer(api.db);

/** The pages that are made before there are visitors; one of them fails. */
async function getPages(): Promise<string[]> {
  const made: string[] = [];
  const pages = async (url: string) => {
    made.push(url);
    if (url === '/city/irvine') throw new Error('broken');
    return new CachedResponse(200, {}, '');
  };
  await warmUp(api.http, { db: api.db, gazetteer, pages }, Number.POSITIVE_INFINITY);
  return made;
}

test('a page of each kind is made before there are visitors, unless there are no listings', async () => {
  expect(await getPages()).toEqual([]);
  const id = await api.createListing({ zip: '92614', category: 'pizza' });
  const pages = await getPages();
  expect(pages).toEqual(
    expect.arrayContaining(['/', '/search?near=irvine', '/city/irvine', '/category/pizza', `/ads/${id}`]),
  );
});

test('the reference data is made anew when its rows changed, and only then', async () => {
  const { categories } = gazetteer;
  await gazetteer.reload();
  expect(gazetteer.categories).toBe(categories);
  expect((await openGazetteer(api.db)).categories).toBe(categories);
  await api.db.updateTable('categories').set({ name: 'Pizzas' }).where('slug', '=', 'pizza').execute();
  await gazetteer.reload();
  expect(gazetteer.categories.bySlug.get('pizza')?.name).toBe('Pizzas');
});
