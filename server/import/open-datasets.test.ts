import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { writeImportFile } from '#tests/support/import/import-file.ts';
import { toOvertureParquet } from '#tests/support/place-files.ts';
import { importFile } from './import.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('A file of Overture Maps becomes listings with its date, and what is elsewhere is counted without a line of the report', async () => {
  const joe = {
    ...{ id: '08f1', name: 'Joe’s Plumbing', category: 'plumbing', lng: -117.8302, lat: 33.6801, confidence: 0.9 },
    address: { freeform: '100 Main St', locality: 'Irvine', postcode: '92614', region: 'CA', country: 'US' },
  };
  const path = writeImportFile(toOvertureParquet([joe, { ...joe, id: '08f2', lng: -115.1, lat: 36.1 }]));
  const warnings: unknown[] = [];
  const summary = await importFile(database.db, path, { onWarning: (warning) => warnings.push(warning) });
  expect(summary).toMatchObject({ read: 2, added: 1, skipped: 1, skips: { outside: 1 } });
  expect(warnings).toEqual([]);
  const listing = await database.db
    .selectFrom('listings')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select(['business_name', 'slug', 'city', 'address', 'source', 'source_id', 'source_date', 'point_source'])
    .executeTakeFirst();
  expect(listing).toEqual({
    ...{ business_name: 'Joe’s Plumbing', slug: 'plumbers', city: 'Irvine', address: '100 Main St' },
    ...{ source: 'Overture Maps', source_id: '08f1', source_date: '2026-08', point_source: 'import' },
  });
  expect(await importFile(database.db, path)).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
});
