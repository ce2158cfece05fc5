import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { startAppInstance } from '#tests/support/app-instance.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { listingForm } from '#tests/support/listing-form.ts';

// Two processes of the site: listings are changed in the first and read in the second, which caches responses.
const database = await createTestDatabase();
const first = await startAppInstance(database);
const second = await startAppInstance(database);
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await database.drop();
});

const LISTS = ['ads/recent', 'city/irvine/ads', 'zip/92614/ads', 'county/orange-county/ads', 'category/plumbers/ads'];
const BAKERSFIELD = ['city/bakersfield/ads', 'zip/93301/ads', 'county/kern-county/ads', 'location/kern/ads'];

/** The titles of the lists in the responses of the second process. */
const getTitles = (lists: string[]) =>
  Promise.all(
    lists.map(async (path) => {
      const { body } = await second.get(`/api/${path}`);
      return (body.ads ?? body).map(({ title }: { title: string }) => title);
    }),
  );
/** Waits until the lists contain exactly these titles. */
const expectTitles = (lists: string[], titles: string[]) =>
  expect.poll(() => getTitles(lists)).toEqual(lists.map(() => titles));
const getCount = async (county: string) => {
  const counties = (await second.get('/api/counties')).body as { slug: string; count: number }[];
  return counties.find(({ slug }) => slug === county)?.count;
};

let owner: Visitor;
beforeAll(async () => {
  owner = await first.signedInVisitor((await makeAccount(first.db)).id);
});

it('every list of every process shows the changes of owners immediately', async () => {
  const category = await first.db
    .selectFrom('categories')
    .select('id')
    .where('slug', '=', 'plumbers')
    .executeTakeFirstOrThrow();
  const form = listingForm({ categoryId: String(category.id) });
  await expectTitles([...LISTS, ...BAKERSFIELD], []);

  const { id } = (await owner.post('/api/ads', form)).body.ad;
  await expectTitles(LISTS, ['Golden Hour Plumbing']);
  await expect.poll(() => getCount('orange-county')).toBe(1);
  expect((await second.get(`/api/ads/${id}`)).body.title).toBe('Golden Hour Plumbing');

  const moved = { ...form, title: 'Moved north', zipCode: '93301', city: 'Bakersfield', locationId: '8', version: 1 };
  await owner.send('PUT', `/api/user/ads/${id}`, moved);
  await expectTitles(BAKERSFIELD, ['Moved north']);
  await expectTitles(LISTS.slice(1, 4), []);
  expect((await second.get(`/api/ads/${id}`)).body.title).toBe('Moved north');
  await expect.poll(() => Promise.all(['orange-county', 'kern-county'].map(getCount))).toEqual([0, 1]);

  for (const [hide, restore] of [
    [() => owner.post(`/api/user/ads/${id}/pause`), () => owner.post(`/api/user/ads/${id}/resume`)],
    [() => owner.send('DELETE', `/api/user/ads/${id}`), () => owner.post(`/api/user/ads/${id}/undelete`)],
  ] as const) {
    await hide();
    await expectTitles(BAKERSFIELD, []);
    expect((await second.get(`/api/ads/${id}`)).status).toBe(404);
    await restore();
    await expectTitles(BAKERSFIELD, ['Moved north']);
    expect((await second.get(`/api/ads/${id}`)).status).toBe(200);
  }
  await owner.send('DELETE', `/api/user/ads/${id}`);
  await expectTitles(BAKERSFIELD, []);
});

it('the lists of further categories show what an edit changes', async () => {
  const { rows } = await sql<{ id: number; slug: string }>`
    select id, slug from categories where slug in ('bakeries', 'locksmiths', 'pizza')`.execute(first.db);
  const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.id as number;
  const parents = (await first.get('/api/category/locksmiths')).body.parent.slug;
  const lists = ['category/bakeries/ads', 'category/locksmiths/ads', `category/${parents}/ads`];
  await expectTitles(lists, []);
  const form = listingForm({ title: 'Heron Keys', businessName: 'Heron Keys', categoryId: String(idOf('pizza')) });
  const more = [idOf('bakeries'), idOf('locksmiths')];
  const { id } = (await owner.post('/api/ads', { ...form, moreCategoryIds: more })).body.ad;
  await expectTitles(lists, ['Heron Keys']);
  await owner.send('PUT', `/api/user/ads/${id}`, { ...form, moreCategoryIds: [], version: 1 });
  await expectTitles(lists, []);
  await owner.send('DELETE', `/api/user/ads/${id}`);
});

it('a pin that is moved from one neighborhood to another changes the lists of both', async () => {
  const lists = ['city/koreatown/ads', 'city/windsor-square/ads'];
  await expectTitles(lists, []);
  const form = listingForm({ city: 'Los Angeles', zipCode: '90005', locationId: '1', title: 'Magpie Tailors' });
  const { id } = (await owner.post('/api/ads', { ...form, pin: { lat: 34.0601, lng: -118.2995 } })).body.ad;
  await expectTitles(lists.slice(0, 1), ['Magpie Tailors']);
  const moved = { ...form, pin: { lat: 34.0682, lng: -118.3188 }, version: 1 };
  expect((await owner.send('PUT', `/api/user/ads/${id}`, moved)).status).toBe(200);
  await expectTitles(lists.slice(0, 1), []);
  await expectTitles(lists.slice(1), ['Magpie Tailors']);
  await owner.send('DELETE', `/api/user/ads/${id}`);
  await expectTitles(lists, []);
});
