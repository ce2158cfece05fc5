import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { unmergeRow } from '#server/import/matching/unmerge-row.ts';
import { undoImport } from '#server/import/runs/undo.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { IMPORT_COLUMNS, importRows, recordInvalidations } from '#tests/support/import/import-file.ts';

const database = await createTestDatabase();
const { db, drop } = database;
afterAll(drop);
beforeEach(async () => {
  for (const table of ['merged_rows', 'listings', 'imports', 'accounts'] as const) await db.deleteFrom(table).execute();
});

const slugs = new Map(
  (await db.selectFrom('categories').select(['id', 'slug']).execute()).map((row) => [row.id, row.slug]),
);
const toId = (slug: string) => [...slugs].find(([, other]) => other === slug)?.[0] ?? 0;
const readListings = () => db.selectFrom('listings').selectAll().orderBy('id').execute();
/** The categories of each listing, that which leads first. */
const readCategories = async () =>
  (await readListings()).map(({ category_id, more_category_ids }) =>
    [category_id, ...more_category_ids].map((id) => slugs.get(id)).join(' '),
  );
const send = (row: Record<string, string>) =>
  importRows(database, [row], [...IMPORT_COLUMNS, 'date', 'more_categories']);

const categoryNotes = ({ warnings }: Awaited<ReturnType<typeof send>>) =>
  warnings.flatMap(({ reason }) => reason.split('; the ')).map((text) => text.replace(/^(?=further)/, 'the '));

describe('The further categories of a row', () => {
  it.each<[Record<string, string>, string, string[]]>([
    [{ more_categories: '' }, 'plumbers', []],
    [{ more_categories: 'hvac' }, 'plumbers hvac', []],
    [{ more_categories: 'HVAC; Electrician' }, 'plumbers hvac electricians', []],
    [{ more_categories: 'electricians|hvac' }, 'plumbers electricians hvac', []],
    [{ more_categories: 'Electricians, HVAC' }, 'plumbers electricians hvac', []],
    [{ more_categories: 'electricians hvac' }, 'plumbers electricians hvac', []],
    [{ more_categories: 'Books, Music & Hobby, Electricista' }, 'plumbers book-stores electricians', []],
    // In the column of the first one.
    [{ category: 'plumbers; hvac' }, 'plumbers hvac', []],
    [{ category: 'Plumber|Electrician', more_categories: 'hvac' }, 'plumbers electricians hvac', []],
    [{ category: '', category_raw: 'Dentists; Pharmacies' }, 'dentists pharmacies', []],
    [{ category: '', category_raw: 'Toys; Gifts' }, 'toys-gifts', []],
    [
      { category: '', category_raw: 'Florist / Unicorns; Pharmacies' },
      'shopping',
      ["kind 'Florist / Unicorns; Pharmacies' is unknown: listed under Shopping, please check"],
    ],
    // What is unknown, said twice, or one too many.
    [
      { more_categories: 'unicorns; hvac' },
      'plumbers hvac',
      ["the further kind 'unicorns' is unknown: left out, please check"],
    ],
    [
      { more_categories: 'Plumbing; hvac; HVAC' },
      'plumbers hvac',
      [
        "the further kind 'Plumbing' means a category that the row has already: left out",
        "the further kind 'HVAC' means a category that the row has already: left out",
      ],
    ],
    [
      { more_categories: 'hvac; electricians; dentists' },
      'plumbers hvac electricians',
      ["the further kind 'dentists' is left out: a listing has up to 2"],
    ],
  ])('%o: %s', async (row, categories, notes) => {
    expect(categoryNotes(await send(row))).toEqual(notes);
    expect(await readCategories()).toEqual([categories]);
  });
});

describe('An import', () => {
  it('changes and undoes further categories with the keys of their lists, and leaves them where the row names none', async () => {
    await send({ date: '2025-01', more_categories: 'hvac' });
    const before = await readListings();
    expect(await send({ date: '2025-02', more_categories: '' })).toMatchObject({ unchanged: 1 });
    expect(await readCategories()).toEqual(['plumbers hvac']);

    const invalidations = await recordInvalidations(database);
    const { importId } = await send({ date: '2025-03', more_categories: 'dentists' });
    expect(await readCategories()).toEqual(['plumbers dentists']);
    const lists = ['category:hvac', 'category:dentists'];
    expect((await invalidations.takeReceived()).flat()).toEqual(expect.arrayContaining(lists));
    expect(await undoImport(db, importId ?? 0)).toMatchObject({ restored: 1 });
    expect((await invalidations.takeReceived()).flat()).toEqual(expect.arrayContaining(lists));
    await invalidations.close();
    expect(await readCategories()).toEqual(['plumbers hvac']);
    expect((await readListings()).map(({ facts }) => facts)).toEqual(before.map(({ facts }) => facts));
  });

  it('leaves what the owner or an administrator chose', async () => {
    await send({ date: '2025-01', more_categories: 'hvac' });
    const { id: owner_id } = await makeAccount(db);
    await db
      .updateTable('listings')
      .set({ owner_id, more_category_ids: [toId('dentists')] })
      .execute();
    expect(await send({ date: '2025-02', more_categories: 'electricians' })).toMatchObject({ claimed: 1, updated: 0 });
    const facts = JSON.stringify({ category: { by: 'administrator', date: '2025-01' } });
    await db.updateTable('listings').set({ owner_id: null, facts }).execute();
    expect(await send({ date: '2025-02', more_categories: 'electricians' })).toMatchObject({ unchanged: 1 });
    expect(await readCategories()).toEqual(['plumbers dentists']);
  });

  it('gives a merged row its further categories when it is unmerged', async () => {
    await send({ source: 'Other', more_categories: 'electricians' });
    expect(await send({ more_categories: 'hvac' })).toMatchObject({ merged: 1 });
    expect(await readCategories()).toEqual(['plumbers electricians']);
    await unmergeRow(db, { source: 'Examples', id: 'ex:1' });
    expect(await readCategories()).toEqual(['plumbers electricians', 'plumbers hvac']);
  });

  it.each([
    ['hvac', 'plumbers hvac'],
    ['', 'plumbers'],
  ])('that is undone leaves its listing to a merged row with %j', async (more_categories, categories) => {
    const { importId } = await send({ source: 'Other', more_categories: 'electricians' });
    expect(await send({ more_categories })).toMatchObject({ merged: 1 });
    await undoImport(db, importId ?? 0);
    expect(await readCategories()).toEqual([categories]);
  });
});
