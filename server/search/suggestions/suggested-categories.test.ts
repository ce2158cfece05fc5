import { afterAll, describe, expect, it } from 'vitest';
import type { SuggestedCategory } from '#contract/search.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

const suggest = async (q: string): Promise<string[]> => {
  const { body } = await api.get(`/api/search/categories?${new URLSearchParams({ q })}`);
  return (body as SuggestedCategory[]).map(({ slug }) => slug);
};

describe('What people call it', () => {
  it.each([
    ['plumbing', 'plumbers'],
    ['plomería', 'plumbers'],
    ['plomero', 'plumbers'],
    ['mechanic', 'auto-repair'],
    ['mecánico', 'auto-repair'],
    ['taller mecánico', 'auto-repair'],
    ['dental', 'dentists'],
    ['dentista', 'dentists'],
    ['attorney', 'lawyers'],
    ['abogado', 'lawyers'],
    ['bakery', 'bakeries'],
    ['panadería', 'bakeries'],
    ['realtor', 'real-estate-agents'],
    ['bienes raíces', 'real-estate'],
    ['tacos', 'mexican-restaurants'],
    ['taquería', 'mexican-restaurants'],
    ['taqueria', 'mexican-restaurants'],
    ['birria', 'mexican-restaurants'],
    ['llantas', 'tires'],
    ['llantera', 'tires'],
    ['tire shop', 'tires'],
    ['hvac', 'hvac'],
    ['aire acondicionado', 'hvac'],
    ['notary', 'notaries'],
    ['notaría', 'notaries'],
    ['cpa', 'accountants-tax'],
    ['contador', 'accountants-tax'],
    ['daycare', 'child-care'],
    ['guardería', 'child-care'],
    ['clogged toilet', 'plumbers'],
    ['plumb', 'plumbers'],
  ])('%s is %s', async (q, slug) => {
    expect((await suggest(q))[0]).toBe(slug);
  });
});

describe('The name and description of a business', () => {
  it.each([
    ['Rosa & Sons 24/7 emergency plumber. We unclog drains and replace water heaters.', 'plumbers'],
    ['Tacos El Gordo. Birria, tortas y tacos al pastor en Chula Vista.', 'mexican-restaurants'],
    ['College Grove Dentistry. Family dental office with braces and teeth whitening.', 'dentists'],
  ])('%s', async (q, slug) => {
    expect((await suggest(q))[0]).toBe(slug);
  });
});

it('suggests nothing for words that mean no category, or for none', async () => {
  expect(await suggest('zzyzxq')).toEqual([]);
  expect(await suggest('')).toEqual([]);
});
