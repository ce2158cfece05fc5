import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Suggestions } from '#contract/search.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const suggest = async (query: string): Promise<Suggestions> => (await api.get(`/api/search/suggestions?${query}`)).body;

beforeAll(async () => {
  await api.createListing({ title: 'Jacaranda Books', zip: '92614' });
  await api.createListing({ title: 'Jacaranda Books', zip: '92614' });
  await api.createListing({ title: 'Jacaranda Coffee', zip: '92101' });
  await api.createListing({ title: 'The Old Jacaranda', zip: '90802' });
  await api.createListing({ title: 'Jacaranda Hidden', status: 'hidden' });
});

describe('Suggestions', () => {
  it('contain businesses by prefix of the name, then of a word in it, each name and city once', async () => {
    const { businesses } = await suggest('q=jac');
    expect(businesses.map(({ name, city }) => [name, city]).sort()).toEqual([
      ['Jacaranda Books', 'Irvine'],
      ['Jacaranda Coffee', 'San Diego'],
      ['The Old Jacaranda', 'Long Beach'],
    ]);
    expect(businesses.at(-1)?.name).toBe('The Old Jacaranda');
  });

  it('contain the nearest businesses first, and those at any distance after them', async () => {
    const names = async (near: string) => (await suggest(`q=jac&near=${near}`)).businesses.map(({ name }) => name);
    expect(await names('san-diego')).toEqual(['Jacaranda Coffee', 'Jacaranda Books', 'The Old Jacaranda']);
    expect(await names('92614')).toEqual(['Jacaranda Books', 'Jacaranda Coffee', 'The Old Jacaranda']);
  });

  it.each([
    ['q=jacaranda b', 'Jacaranda Books'],
    ['q=old jac', 'The Old Jacaranda'],
    ['q=jacarandabo', 'Jacaranda Books'],
    ['q=j', 'Jacaranda Books'],
    ['q=JACARÁNDA BOOKS', 'Jacaranda Books'],
  ])('for %s contain the business', async (query, name) => {
    expect((await suggest(query)).businesses.map((business) => business.name)).toContain(name);
  });

  it.each([
    ['q=plum', 'Plumbers'],
    ['q=mecán', 'Auto Repair'],
    ['q=panaderia', 'Bakeries'],
    ['q=pet gr', 'Pet Grooming'],
  ])('contain a category by any of its names: %s', async (query, name) => {
    expect((await suggest(query)).categories.map((category) => category.name)).toContain(name);
  });

  it('contain a chain before others that begin alike, and by two letters', async () => {
    await api.createListing({ title: 'Starberry Farms', zip: '92614' });
    for (const zip of ['92614', '92101', '90802']) await api.createListing({ title: 'Starbucks', zip });
    const [first] = (await suggest('q=starb&near=92101')).businesses;
    expect(first).toMatchObject({ name: 'Starbucks', city: 'San Diego' });
    const names = (await suggest('q=st')).businesses.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['Starbucks', 'Starbucks']);
    expect(names).toContain('Starberry Farms');
  });

  it('contain categories by their name in the language of the request first, and by that of others', async () => {
    const names = async (query: string) => (await suggest(query)).categories.map(({ name }) => name);
    expect((await names('q=ho&lang=es'))[0]).toBe('Hojalatería y pintura');
    expect(await names('q=ho')).not.toContain('Body Shops');
    expect(await names('q=hojalateria y pint')).toEqual(['Body Shops']);
    expect(await names('q=body sh&lang=es')).toEqual(['Hojalatería y pintura']);
  });

  it('contain categories by words in the language of the request first, and by those of the other', async () => {
    const slugs = async (query: string) => (await suggest(query)).categories.map(({ slug }) => slug);
    expect((await slugs('q=pan&lang=es'))[0]).toBe('bakeries');
    expect((await slugs('q=pan'))[0]).not.toBe('bakeries');
    expect(await slugs('q=panadero')).toEqual(['bakeries']);
    expect(await slugs('q=baker&lang=es')).toContain('bakeries');
  });

  it('contain businesses by either title, and show that in the language of the request', async () => {
    const translations = { es: { title: 'Libros Tabachín' } };
    await api.createListing({ title: 'Tabachin Books', zip: '92614', translations });
    const names = async (query: string) => (await suggest(query)).businesses.map(({ name }) => name);
    for (const q of ['tabachin bo', 'libros taba']) {
      expect(await names(`q=${q}`)).toEqual(['Tabachin Books']);
      expect(await names(`q=${q}&lang=es`)).toEqual(['Libros Tabachín']);
    }
  });

  it('contain places, larger ones first, and ZIP codes', async () => {
    expect((await suggest('q=san')).places[0]).toEqual({
      name: 'San Diego',
      detail: 'San Diego County',
      path: '/city/san-diego',
    });
    expect((await suggest('q=la cañ')).places[0]).toMatchObject({ name: 'La Cañada Flintridge' });
    expect((await suggest('q=9261')).places).toContainEqual({ name: '92614', detail: 'Irvine', path: '/zip/92614' });
    expect((await suggest('q=temecla')).places).toMatchObject([{ name: 'Temecula' }]);
  });

  it('contain each place of a name, with its county', async () => {
    for (const [q, counties] of [
      ['las flores', ['Los Angeles County', 'Orange County']],
      ['westlake v', ['Los Angeles County', 'Ventura County']],
    ] as const) {
      const { places } = await suggest(`q=${q}`);
      expect(places.map(({ detail }) => detail).toSorted(), q).toEqual(counties);
      expect(new Set(places.map(({ path }) => path)).size).toBe(2);
      for (const { name, detail, path } of places)
        expect((await suggest(`q=${name}, ${detail}`)).places).toEqual([{ name, detail, path }]);
    }
  });

  it('are empty without text or without a match', async () => {
    const nothing = { businesses: [], categories: [], places: [] };
    expect(await suggest('q=')).toEqual(nothing);
    expect(await suggest('q=zzyzxq')).toEqual(nothing);
  });
});
