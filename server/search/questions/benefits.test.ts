import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchSummary } from '#contract/search.ts';
import { importFile } from '#server/import/import.ts';
import { unmergeRow } from '#server/import/matching/unmerge-row.ts';
import { createTestApi } from '#tests/support/api.ts';
import { IMPORT_COLUMNS, toCsv, writeImportFile } from '#tests/support/import/import-file.ts';

const api = await createTestApi();
afterAll(api.close);

const store = { category: 'grocery-stores', zip: '92614', website: '', lat: '', lng: '', phone: '' };
const importStores = (source: string, rows: Record<string, string>[]) =>
  importFile(
    api.db,
    writeImportFile(
      toCsv(
        rows.map((row) => ({ ...store, source, ...row })),
        [...IMPORT_COLUMNS, 'accepts'],
      ),
    ),
  );

const search = async (query: string) => {
  const { body } = await api.visitor().get(`/api/search?${query}`);
  return body.map(({ title, accepts }: { title: string; accepts: string[] }) => `${title}: ${accepts}`).sort();
};
const about = async (q: string): Promise<SearchSummary> =>
  (await api.visitor().get(`/api/search/about?q=${encodeURIComponent(q)}`)).body;

beforeAll(async () => {
  await importStores('WIC vendors', [
    { name: 'Marigold Market', address: '10 Main St', accepts: 'WIC' },
    { name: 'Juniper Foods', address: '20 Main St', accepts: 'WIC' },
  ]);
  await importStores('SNAP retailers', [
    { name: 'Juniper Foods', address: '20 Main St', accepts: 'CalFresh / EBT' },
    { name: 'Thistle Produce', address: '30 Main St', accepts: 'snap' },
    { name: 'Foxglove Grocery', address: '40 Main St', accepts: 'cash' },
  ]);
});

it('Rows say who takes WIC and EBT, and those of one business together', async () => {
  expect(await search('place=92614&category=grocery-stores')).toEqual([
    'Foxglove Grocery: ',
    'Juniper Foods: WIC,EBT',
    'Marigold Market: WIC',
    'Thistle Produce: EBT',
  ]);
});

it('The page of a business names the source of each', async () => {
  const { body } = await api.visitor().get('/api/search?q=juniper foods');
  const page = (await api.visitor().get(`/api/ads/${body[0].id}`)).body;
  expect(page.accepts).toEqual(['WIC', 'EBT']);
  expect(page.sources).toMatchObject([{ title: 'WIC vendors' }, { facts: ['ebt'], title: 'SNAP retailers' }]);
});

it.each([
  ['wic=true', ['Juniper Foods: WIC,EBT', 'Marigold Market: WIC']],
  ['ebt=true', ['Juniper Foods: WIC,EBT', 'Thistle Produce: EBT']],
  ['wic=true&ebt=true', ['Juniper Foods: WIC,EBT']],
])('A filter leaves those: %s', async (query, titles) => {
  expect(await search(`place=92614&${query}`)).toEqual(titles);
});

it('Filters say how many they leave', async () => {
  expect((await api.visitor().get('/api/search/filters?place=92614')).body).toMatchObject({ wic: 2, ebt: 2 });
});

describe('Words become the filter', () => {
  it.each([
    ['grocery store that takes wic', 'grocery store', { wic: 'true' }],
    ['grocery stores in irvine that accept ebt', 'grocery stores', { near: 'irvine', ebt: 'true' }],
    ['acepta wic en irvine', '', { near: 'irvine', wic: 'true' }],
    ['supermercado con ebt', 'supermercado', { ebt: 'true' }],
    ['wic', '', { wic: 'true' }],
  ])('%s', async (q, words, parameters) => {
    const { understood, total, remarks } = await about(q);
    expect(understood.search).toEqual({ q: words, ...parameters });
    expect(total).toBeGreaterThanOrEqual(2);
    expect(remarks).toEqual([]);
  });

  it('and what nobody knows is said beside it', async () => {
    const { total, remarks } = await about('dog friendly grocery store that takes wic');
    expect([total > 0, remarks]).toEqual([true, ['We don’t know which of these welcome dogs.']]);
  });

  it('unless none of them is known to take it', async () => {
    const id = await api.createListing({ title: 'Periwinkle Bakery', category: 'bakeries' });
    const { body } = await api.visitor().get('/api/search?q=periwinkle bakery that takes ebt');
    expect(body[0].id).toBe(id);
    expect((await about('periwinkle bakery that takes ebt')).remarks).toEqual([
      'We don’t know which of these take EBT.',
    ]);
  });

  it('unless a business is called so', async () => {
    const id = await api.createListing({ title: 'WIC', category: 'bakeries' });
    expect((await api.visitor().get('/api/search?q=wic')).body[0].id).toBe(id);
    await api.db.deleteFrom('listings').where('id', '=', id).execute();
  });
});

it('A row that is unmerged takes its fact along', async () => {
  const twins = {
    name: 'Larkspur Pantry',
    address: '50 Main St',
    zip: '90012',
    city: 'Los Angeles',
    county: 'Los Angeles',
  };
  await importStores('More WIC vendors', [{ ...twins, accepts: 'WIC' }]);
  await importStores('More SNAP retailers', [{ ...twins, accepts: 'EBT' }]);
  const id = (await api.visitor().get('/api/search?q=larkspur pantry')).body[0].id;
  const row = await api.db
    .selectFrom('merged_rows')
    .select(['source', 'source_id'])
    .where('listing_id', '=', id)
    .executeTakeFirstOrThrow();
  await unmergeRow(api.db, { source: row.source, id: row.source_id });
  expect(await search('q=larkspur pantry')).toEqual(['Larkspur Pantry: EBT', 'Larkspur Pantry: WIC']);
});
