import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { importFile } from '#server/import/import.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { removeSamples } from '#server/site/seed/remove-samples.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import {
  IMPORT_COLUMNS,
  importRows,
  recordInvalidations,
  toCsv,
  writeImportFile,
} from '#tests/support/import/import-file.ts';
import { merge, unmerge } from './merge.ts';
import { unmergeRow } from './unmerge-row.ts';

const database = await createTestDatabase();
const { db } = database;
beforeEach(async () => {
  for (const table of ['listings', 'merged_rows', 'doubtful_pairs'] as const) await db.deleteFrom(table).execute();
});
afterAll(() => database.drop());

const listings = () => db.selectFrom('listings').selectAll().orderBy('id').execute();
const other = { source: 'Other', phone: '', website: '', lat: '', lng: '' };

it('A row is merged into an earlier one that has its name, address and telephone', async () => {
  const { warnings, added, merged } = await importRows(database, [{}, { id: 'ex:1', name: 'Other' }, { id: 'ex:3' }]);
  expect([added, merged]).toEqual([1, 1]);
  expect(warnings).toEqual([
    { line: 3, id: 'ex:1', name: 'Other', action: 'skipped', reason: 'an earlier row has the same id' },
    {
      ...{ line: 4, id: 'ex:3', name: 'Golden Hour Plumbing', action: 'merged' },
      ...{ reason: 'the same business: same name, same address, same phone, same website, same spot on the map' },
      match: { id: 'ex:1', name: 'Golden Hour Plumbing', address: '100 Main St, Irvine, 92614' },
    },
  ]);
});

it('A business of another source is found however its name and address are written, and not by its number alone', async () => {
  const store = { ...other, zip: '92614', category: 'department-stores' };
  await importRows(database, [
    { ...store, source: 'Examples', name: 'Walmart SuperCenter 1555', address: '2150 N Waterman Ave' },
    { ...store, source: 'Examples', name: 'DollarTree', category: 'discount-stores', address: '9 E Fourth St Suite 5' },
  ]);
  const { warnings } = await importRows(database, [
    { ...store, name: 'WAL-MART SUPERCENTER #1555', category: 'grocery-stores', address: 'N 2150 WATERMAN AVE' },
    { ...store, name: 'Target Store T-0997', category: 'grocery-stores', address: '2150 N Waterman Ave' },
    { ...store, name: 'Starbucks - Walmart Irvine 1555', category: 'coffee-tea', address: '2150 N Waterman Ave' },
    { ...store, name: 'Walmart SuperCenter 1555', category: 'grocery-stores', address: '9 Other Rd' },
    { ...store, name: 'Dollar Tree', category: 'shopping', address: '9 4TH STREET #5' },
  ]);
  expect(warnings.filter(({ action }) => action === 'merged').map(({ line }) => line)).toEqual([2, 6]);
});

it.each(['active', 'waiting'] as const)(
  'A business that an account posted is found while it is %s, not once it is deleted',
  async (status) => {
    const posted = { title: 'Golden Hour Plumbing', zip: '92614', address: '100 Main Street' };
    const { id } = await makeListing(db, { ...posted, status });
    expect(await importRows(database, [other])).toMatchObject({ added: 0, merged: 1 });
    await db.deleteFrom('merged_rows').execute();
    await db
      .updateTable('listings')
      .set({ status: 'deleted', deleted_from: 'active', deleted_at: new Date() })
      .execute();
    expect(await importRows(database, [other])).toMatchObject({ added: 1, merged: 0 });
    expect((await listings()).map((listing) => listing.id === id)).toEqual([true, false]);
  },
);

it('A report is given the numbers of the listings of its rows', async () => {
  const numbers: (number | undefined)[] = [];
  const path = writeImportFile(toCsv([other, { ...other, id: 'o:2', source: 'Third' }, { id: 'o:3', name: '?' }]));
  await importFile(db, path, { onWarning: (_, listing) => numbers.push(listing) });
  expect(numbers).toEqual([(await listings())[0]?.id, undefined]);
});

it('Two markets at one place on two days are two', async () => {
  const market = { name: 'Irvine Farmers Market', category: 'farmers-markets' };
  const rows = ['Tue', 'Sat'].map((days) => ({ ...market, days }));
  expect(await importRows(database, rows, [...IMPORT_COLUMNS, 'days'])).toMatchObject({ added: 2, merged: 0 });
});

it('A listing takes over what it lacks, with its source, and nothing that its owner may have left out', async () => {
  await importRows(database, [other]);
  const rows = [{ email: 'hello@golden-hour.example' }];
  const columns = [...IMPORT_COLUMNS, 'email'];
  const invalidations = await recordInvalidations(database);
  expect(await importRows(database, rows, columns)).toMatchObject({ added: 0, merged: 1 });
  const [listing, ...more] = await listings();
  expect(more).toEqual([]);
  expect(listing).toMatchObject({
    ...{ source: 'Other', phone: '(949) 555-0100', email: 'hello@golden-hour.example' },
    ...{ website: 'https://golden-hour.example', lat: 33.6801, lng: -117.8302, point_source: 'import' },
    facts: { phone: { source: 'Examples' }, website: { source: 'Examples' }, point: { source: 'Examples' } },
  });
  expect((await invalidations.takeReceived()).flat()).toContain(`listing:${listing?.id}`);
  await invalidations.close();

  const owner = await makeAccount(db);
  await db.updateTable('listings').set({ owner_id: owner.id, phone: null, facts: '{}' }).execute();
  await db.deleteFrom('merged_rows').execute();
  await importRows(database, rows, columns);
  expect(await listings()).toMatchObject([{ phone: null }]);
});

it('A row that moved on since stays where it is when its former listing is unmerged', async () => {
  const { id: by } = await makeAccount(db);
  const [kept, merged, third] = [await makeListing(db), await makeListing(db), await makeListing(db)];
  await db
    .updateTable('listings')
    .set({ origin: 'open-data', owner_id: null, source: 'Open', source_id: sql`id::text` })
    .execute();
  const row = { source: 'Other', source_id: 'o:1', origin: 'import' as const, draft: '{}', taken: '{}', score: 100 };
  await db
    .insertInto('merged_rows')
    .values({ ...row, listing_id: merged.id })
    .execute();
  const readRow = () => db.selectFrom('merged_rows').select('listing_id').executeTakeFirstOrThrow();
  const ids: [number, number] = [kept.id, merged.id];
  await db.transaction().execute((trx) => merge(trx, { ids, by, keep: kept.id }));
  expect(await readRow()).toEqual({ listing_id: kept.id });
  await db.updateTable('merged_rows').set({ listing_id: third.id }).execute();
  await db.transaction().execute((trx) => unmerge(trx, ids));
  expect(await readRow()).toEqual({ listing_id: third.id });
});

it('A row takes over what a later row of its file has', async () => {
  await importRows(database, [other, { source: 'Examples' }]);
  expect(await listings()).toMatchObject([{ source: 'Other', phone: '(949) 555-0100', facts: { phone: {} } }]);
});

it('Importing both files again changes nothing', async () => {
  const files = [[other], [{}]];
  for (const rows of files) await importRows(database, rows);
  const before = await listings();
  expect(await importRows(database, files[0] ?? [])).toMatchObject({ unchanged: 1, updated: 0, added: 0 });
  expect(await importRows(database, files[1] ?? [])).toMatchObject({ merged: 0, unchanged: 1, updated: 0, added: 0 });
  expect(await listings()).toEqual(before);
  // However the listing has changed since.
  await db
    .updateTable('listings')
    .set({ business_name: 'Blue Door', address: '9 Other Rd', phone: null, lat: null, lng: null, point_source: null })
    .execute();
  expect(await importRows(database, files[1] ?? [])).toMatchObject({ unchanged: 1, added: 0 });
});

it('Removing the samples keeps a listing of the open data that an import found again', async () => {
  const { id } = await makeListing(db, { title: 'Golden Hour Plumbing', zip: '92614', address: '100 Main Street' });
  await makeListing(db, { title: 'Another Plumber', zip: '92614' });
  await db
    .updateTable('listings')
    .set({ origin: 'open-data', owner_id: null, source: 'Open', source_id: sql`id::text` })
    .execute();
  expect(await importRows(database, [other])).toMatchObject({ merged: 1 });
  expect(await removeSamples(db)).toMatchObject({ openData: 1 });
  expect(await listings()).toMatchObject([{ id, origin: 'import' }]);
});

it('A row that was merged wrongly gets a listing of its own, also for later imports, and takes back its facts', async () => {
  await importRows(database, [other]);
  await importRows(database, [{}]);
  const [kept] = await listings();
  expect(await unmergeRow(db, { source: 'Examples', id: 'ex:1' })).toEqual({
    name: 'Golden Hour Plumbing',
    listingId: kept?.id,
  });
  expect(await listings()).toMatchObject([
    { source: 'Other', phone: null, website: null, lat: null, facts: {} },
    { source: 'Examples', phone: '(949) 555-0100', lat: 33.6801 },
  ]);
  expect(await importRows(database, [{}])).toMatchObject({ unchanged: 1, merged: 0 });
  expect(await db.selectFrom('doubtful_pairs').select('verdict').execute()).toEqual([{ verdict: 'different' }]);
  await expect(unmergeRow(db, { source: 'Examples', id: 'ex:1' })).rejects.toThrow(ImportError);
});

it('A row that an earlier release merged, without special hours, gets a listing of its own too', async () => {
  await importRows(database, [other]);
  await importRows(database, [{}]);
  await sql`update merged_rows set draft = draft - 'special_hours'`.execute(db);
  await unmergeRow(db, { source: 'Examples', id: 'ex:1' });
  expect(await listings()).toMatchObject([{ source: 'Other' }, { source: 'Examples', special_hours: [] }]);
});

it('A doubtful row is listed, and the pair is queued once', async () => {
  const clinic = { ...other, category: 'medical-clinics', address: '5961 University Ave' };
  await importRows(database, [{ ...clinic, name: 'FMG Dialysis Services of College' }]);
  const second = [{ ...clinic, source: 'Third', name: 'FMC DIALYSIS SERVICES OF COLLEGE' }];
  expect(await importRows(database, second)).toMatchObject({ added: 1, doubtful: 1, merged: 0 });
  await importRows(database, second);
  const [first, last] = await listings();
  expect(await db.selectFrom('doubtful_pairs').selectAll().execute()).toMatchObject([
    { listing_id: first?.id, other_id: last?.id, verdict: null },
  ]);
});

describe('A newer name of another source', () => {
  const place = {
    address: '200 Ocean Ave',
    zip: '90740',
    city: 'Seal Beach',
    county: 'Orange',
    lat: '',
    lng: '',
    website: '',
  };
  const former = { ...place, name: 'Seal Beach Yoga Center', phone: '(562) 555-0100', date: '2024-05' };
  const importOne = (row: Record<string, string>) =>
    importRows(database, [row], [...new Set([...IMPORT_COLUMNS, 'date'])]);

  it.each([
    ['another word is a question', { name: 'Seal Beach Yoga & Pilates', date: '2026-05' }, { added: 1, doubtful: 1 }],
    ['another word that is older is none', { name: 'Seal Beach Yoga & Pilates', date: '2023-05' }, { merged: 1 }],
    ['only what everybody knows is none', { name: 'Seal Beach Yoga Studio', date: '2026-05' }, { merged: 1 }],
  ])('%s', async (_, latter, expected) => {
    await database.db.deleteFrom('listings').execute();
    await importOne({ ...former, source: 'Old register' });
    expect(await importOne({ ...former, source: 'New register', ...latter })).toMatchObject(expected);
  });
});
