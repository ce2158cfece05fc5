import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchSummary } from '#contract/search.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

const about = async (query: string): Promise<SearchSummary> =>
  (await api.visitor().get(`/api/search/about?${query}`)).body;

beforeAll(async () => {
  for (const title of ['Amber Sushi', 'Basalt Sushi'])
    await api.createListing({ title, category: 'japanese-restaurants', zip: '92614' });
  await api.createListing({ title: 'Cobalt Pho', category: 'vietnamese-restaurants', zip: '92614' });
  await api.createListing({ title: 'Denim Pho', category: 'vietnamese-restaurants', zip: '92101' });
  await api.createListing({ title: 'Ebony Movers', category: 'movers', zip: '92614' });
});

describe('A search for a kind that nobody is of', () => {
  const japanese = { label: 'Japanese, Sushi & Ramen', count: 2 };
  const vietnamese = { label: 'Vietnamese & Pho', count: 1 };

  it.each([
    ['q=thai food&near=92614&within=5', [japanese, vietnamese]],
    ['q=thai food in irvine&within=5', [japanese, vietnamese]],
    ['category=thai-restaurants&place=irvine', [japanese, vietnamese]],
    ['category=thai-restaurants', [japanese, { ...vietnamese, count: 2 }]],
    ['category=thai-restaurants&near=93501&within=1', []],
    // Others of the trade, but none of its kind beside it.
    ['q=thai food&place=san-diego', [vietnamese]],
  ])('names those beside it in the same area: %s', async (query, expected) => {
    const { total, related } = await about(query);
    expect(total).toBe(0);
    expect(related.filter(({ label }) => /Japanese|Vietnamese/.test(label))).toMatchObject(expected);
    expect(related.some(({ label }) => /Movers|Thai/.test(label))).toBe(false);
  });

  it('leads to them with the place of the search', async () => {
    const [{ search } = { search: {} }] = (await about('q=thai food&near=92614&within=5')).related;
    expect(search).toEqual({ near: '92614', within: '5', category: 'japanese-restaurants' });
    expect((await api.visitor().get(`/api/search?${new URLSearchParams(search)}`)).body).toHaveLength(2);
  });

  it.each(['q=amber sushi', 'q=japanese food', 'q=zzqqxx', 'category=movers'])('and no others: %s', async (query) => {
    expect((await about(query)).related).toEqual([]);
  });
});

it.each([
  ['qwvx zzqq cobalt', 'cobalt'],
  ['denim trombone strings', 'denim'],
  ['qwvx denim', 'denim'],
])('Of words that no business has together, the rarest that is known is searched: %s', async (q, found) => {
  const { corrections, corrected, total } = await about(`q=${q}`);
  expect([corrections[0], corrected, total]).toEqual([found, true, 1]);
});

it.each([
  ['bridal shop', 'clothing-stores', 'Ottoline Bridal', 'Perdita Clothing'],
  ['vestidos de novia', 'clothing-stores', 'Novias Quintana', 'Perdita Clothing'],
  ['sell gold', 'jewelry-stores', 'Rosalind Gold Exchange', 'Sylvester Jewelry'],
  ['pawn shop', 'thrift-stores', 'Thaddeus Pawn', 'Ulysses Thrift'],
  ['tortilleria', 'bakeries', 'Tortilleria Valdivia', 'Wilhelmina Donuts'],
])('Whose name says that it has what only some of a kind have comes first: %s', async (q, category, first, other) => {
  // The newest would come first.
  for (const title of [first, other]) await api.createListing({ title, category });
  const { body } = await api.visitor().get(`/api/search?q=${q}`);
  const titles = body.map(({ title }: { title: string }) => title);
  expect(titles).toContain(other);
  expect(titles.indexOf(first)).toBeLessThan(titles.indexOf(other));
});
