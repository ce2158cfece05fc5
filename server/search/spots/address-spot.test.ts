import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundListing, SearchSummary } from '#contract/search.ts';
import { writeStreets } from '#server/geocoding/addresses/load-streets.ts';
import { IRVINE_STREETS } from '#tests/fixtures/streets.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(() => api.close());

const ADDRESS = '4255 Campus Dr, Irvine';
beforeAll(async () => {
  await writeStreets(api.db, 'test', IRVINE_STREETS);
  const add = (title: string, lat: number, columns = {}) =>
    api.createListing({ title, lat, lng: -117.8387, zip: '92614', city: 'Irvine', ...columns });
  await add('Far Coffee', 33.69, { category: 'coffee-tea' });
  await add('Near Coffee', 33.6508, { category: 'coffee-tea' });
  await add('Next Door Books', 33.6507);
  await add('20 Main St Cafe Irvine', 33.66);
});

const search = async (parameters: Record<string, string>) => {
  const query = new URLSearchParams(parameters);
  const found: FoundListing[] = (await api.get(`/api/search?${query}`)).body;
  const about: SearchSummary = (await api.get(`/api/search/about?${query}`)).body;
  return { titles: found.map(({ title }) => title), found, about };
};

describe('A search by address', () => {
  it.each([
    ['4255 Campus Dr, Irvine, CA 92614', ADDRESS],
    ['4255 campus drive irvine', ADDRESS.replace('Campus Dr', 'campus drive')],
    ['near 4255 Campus Dr 92614', '4255 Campus Dr, 92614'],
    ['4255 campus dr Irivne', undefined],
  ])('is near it, nearest first: %s', async (q, name) => {
    const { found, about } = await search({ q });
    expect(about.near?.name).toBe(name);
    if (name === undefined) return;
    expect(about.near).toMatchObject({ lat: expect.closeTo(33.6506, 3), lng: expect.closeTo(-117.8387, 3) });
    expect(found.map(({ title }) => title).slice(0, 2)).toEqual(['Next Door Books', 'Near Coffee']);
    expect(found[0]?.miles).toBeLessThan(0.1);
    expect(about.q).toBe('');
  });

  it('finds what is sought there', async () => {
    const { titles, about } = await search({ q: 'coffee near 4255 Campus Dr Irvine' });
    expect(titles.slice(0, 2)).toEqual(['Near Coffee', 'Far Coffee']);
    expect([about.q, about.near?.name]).toEqual(['coffee', ADDRESS]);
  });

  it('may be in the field of the place, or name only the street beside it', async () => {
    expect((await search({ q: 'coffee', near: ADDRESS })).titles.slice(0, 2)).toEqual(['Near Coffee', 'Far Coffee']);
    expect((await search({ q: '4255 Campus Dr', near: 'Irvine' })).about.near?.name).toBe(ADDRESS);
    const { about } = await search({ q: '', near: ADDRESS });
    const again = new URLSearchParams(about.near?.path?.split('?')[1]);
    expect((await search(Object.fromEntries(again))).about.near).toEqual(about.near);
  });

  it.each([
    ['20 Main St Cafe Irvine', 'the name of a business'],
    ['99 Ranch Market Irvine', 'no street'],
    ['24 hour fitness irvine', 'no street'],
    ['4255 Campus Dr', 'no place'],
    ['1 Nowhere Ln, Irvine', 'an unknown street'],
  ])('is none where it is %s: %s', async (q) => {
    expect((await search({ q })).about.near?.path ?? '').not.toContain('near=');
  });

  it.each([
    '1'.repeat(60),
    '1 '.repeat(30),
    '0 st st st irvine',
    `${'9'.repeat(20)} Campus Dr Irvine`,
    '1 %_\\ St, Irvine',
  ])('is searched as words where it is nonsense: %s', async (q) =>
    expect((await api.get(`/api/search?q=${encodeURIComponent(q)}`)).status).toBe(200),
  );
});
