import { afterAll, describe, expect, it } from 'vitest';
import type { FoundListing, SearchSummary } from '#contract/search.ts';
import { makeListing } from '#server/seed/factories.ts';
import { SAMPLE_LISTINGS } from '#server/seed/sample-listings.ts';
import { loadSamples } from '#server/seed/samples.ts';
import { createTestApi } from '../../tests/support/api.ts';
import { createTestDatabase } from '../../tests/support/database.ts';
import { type ExpectedListing, VISITOR_QUERIES } from './visitor-queries.ts';

const database = await createTestDatabase();
await loadSamples(database.db);
// Samples are not searched. The same businesses as real ones fill some of the categories that the open data lacks.
for (const listing of SAMPLE_LISTINGS) await makeListing(database.db, listing);
const api = await createTestApi({ database });
afterAll(async () => {
  await api.close();
  await database.drop();
});

describe.each(Object.entries(VISITOR_QUERIES))('Visitors search %s', (_how, rows) => {
  it.each(rows)('%s', async (search, expected) => {
    const visitor = api.visitor();
    const q = encodeURIComponent(search);
    const found: FoundListing[] = (await visitor.get(`/api/search?limit=10&q=${q}`)).body;
    const about: SearchSummary = (await visitor.get(`/api/search/about?q=${q}`)).body;
    expect(found, JSON.stringify(found)).toBeInstanceOf(Array);
    const list = found.map(({ title, city, zipCode }) => `${title}, ${city.name} ${zipCode}`).join('\n');
    const { category = [], open = null, language = null, near, first, all, never, none } = expected;

    expect(about.near?.name ?? null).toBe(near ?? about.near?.name ?? null);
    if (first)
      expect(
        found.slice(0, 1).filter((listing) => matches(listing, first)),
        list,
      ).toHaveLength(1);
    if (all)
      expect(
        found.filter((listing) => !matches(listing, all)).map(({ title }) => title),
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

const rows = await database.db.selectFrom('listings').select(['id', 'phone']).execute();
const phones = new Map(rows.map(({ id, phone }) => [id, phone?.replace(/\D/g, '') ?? '']));

const matches = (ad: FoundListing, { name, city, zip, category, phone, miles }: ExpectedListing) =>
  (!name || name.test(ad.title)) &&
  (!city || ad.city.name === city) &&
  (!zip || ad.zipCode === zip) &&
  (!phone || phone.test(phones.get(ad.id) ?? '')) &&
  (!category || ad.category.slug === category) &&
  (miles === undefined || (ad.miles !== null && ad.miles <= miles));
