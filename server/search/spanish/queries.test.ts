import { afterAll, describe, expect, it } from 'vitest';
import type { FoundListing, SearchSummary } from '#contract/search.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { SPANISH_LISTINGS, SPANISH_QUERIES } from '#tests/fixtures/spanish-queries.ts';
import { createBusinessSearch, formatListings, matchesListing } from '#tests/support/business-search.ts';

const { api, close } = await createBusinessSearch();
afterAll(close);
for (const listing of SPANISH_LISTINGS) await makeListing(api.db, listing);

describe.each(Object.entries(SPANISH_QUERIES))('Searches in Spanish for %s', (_how, rows) => {
  it.each(rows)('%s', async (search, expected) => {
    const visitor = api.visitor();
    const q = encodeURIComponent(search);
    const found: FoundListing[] = (await visitor.get(`/api/search?limit=10&q=${q}`)).body;
    const about: SearchSummary = (await visitor.get(`/api/search/about?q=${q}`)).body;
    expect(found, JSON.stringify(found)).toBeInstanceOf(Array);
    const list = formatListings(found);
    const { category = [], open = null, language = null, near, first, all, never, none } = expected;

    expect(about.near?.name ?? null).toBe(near ?? about.near?.name ?? null);
    if (first)
      expect(
        found.slice(0, 1).filter((listing) => matchesListing(listing, first)),
        list,
      ).toHaveLength(1);
    if (all)
      expect(
        found.filter((listing) => !matchesListing(listing, all)).map(({ title }) => title),
        list,
      ).toEqual([]);
    if (never) expect(found.map(({ title }) => title).filter((title) => never.test(title))).toEqual([]);
    if (none) expect({ list, total: about.total }).toEqual({ list: '', total: 0 });
    expect(about.understood).toMatchObject({
      categories: [category].flat().map((slug) => expect.objectContaining({ slug })),
      open,
      language: language && expect.objectContaining({ code: language }),
    });
  });
});

it.each([
  ['zzyzxq de panaderia', ['panadería']],
  ['panaderya con zzyzxq', ['panadería']],
  ['reparacion de refrijeradores', ['reparación de refrigeradores']],
  ['tapizeria aurora', ['tapicería aurora']],
])(
  'What %s is corrected to has the accents of its words, and nothing that links them to none',
  async (q, corrections) => {
    const { body } = await api.visitor().get(`/api/search/about?q=${encodeURIComponent(q)}`);
    expect(body.corrections.slice(0, 1)).toEqual(corrections);
  },
);
