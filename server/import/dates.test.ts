import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { IMPORT_COLUMNS, toCsv, writeImportFile } from '#tests/support/import/import-file.ts';
import { assertDated, isDated } from './file-dates.ts';
import { type ImportOptions, importFile } from './import.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.db.deleteFrom('listings').execute();
  await database.db.deleteFrom('sources').where('in_data', '=', false).execute();
});
afterAll(() => database.drop());

const write = (rows: Record<string, string>[]) => writeImportFile(toCsv(rows, [...IMPORT_COLUMNS, 'date']));
async function importDated(rows: Record<string, string>[], options: ImportOptions = {}) {
  const notes: string[] = [];
  await importFile(database.db, write(rows), { ...options, onWarning: ({ reason }) => notes.push(reason) });
  const listings = await database.db.selectFrom('listings').selectAll().orderBy('source_id').execute();
  return { notes, listings };
}

/** A business with a name of its own for each date. */
const toRow = (date: string, index: number) => ({
  name: `${['Amber', 'Birch', 'Coral', 'Dune', 'Ember', 'Fern', 'Grove', 'Heron', 'Iris'][index]} Bakery`,
  address: `${501 + 2 * index} ${['Oak', 'Elm', 'Pine', 'Lake', 'Hill', 'Park', 'Bay', 'Mill', 'Reed'][index]} St`,
  phone: `(949) 555-010${index}`,
  date,
});

it('Dates are read in all forms, and those that contradict each other are named', async () => {
  const dates = [
    '12/31/2024',
    '12/01/2024',
    '2024-12-01',
    '45627',
    '31/12/2024',
    'Dec 1, 2024',
    '2024-12',
    '2024',
    'soon',
  ];
  const { listings, notes } = await importDated(dates.map(toRow));
  expect(listings.map(({ source_date }) => source_date)).toEqual([
    ...['2024-12', '2024', '2024-12', '2024-12', '2024-12', '2024-12', '2024-12', '2024', null],
  ]);
  expect(notes).toContain(
    "date '12/01/2024' counts as 2024, because the file contradicts itself: '12/31/2024' has the month first, '31/12/2024' the day",
  );
  expect(notes).toContain("'soon' isn’t a date: left out");
});

it('A file whose last rows show that the day is first is read so from its first row', async () => {
  const { listings } = await importDated(['03/02/2024', '05/11/2023', '31/12/2023'].map(toRow));
  expect(listings.map(({ source_date }) => source_date)).toEqual(['2024-02', '2023-11', '2023-12']);
});

it('A date in the future is none', async () => {
  const { listings, notes } = await importDated([toRow('2090-01-01', 0)]);
  expect(listings[0]?.source_date).toBeNull();
  expect(notes).toEqual(["date '2090-01-01' is in the future: left out"]);
});

const NEW = { source: 'A', phone: '(909) 555-0171', website: '', date: '2026-05' };
const OLD = { source: 'B', phone: '(909) 555-0172', website: 'https://old.example', date: '2019-01' };

it.each([
  ['in another file', [[NEW], [OLD]]],
  ['in the same file', [[NEW, OLD]]],
  ['in the same file, earlier', [[OLD, NEW]]],
])('A merged row keeps its date: an older one %s replaces nothing, and adds what is missing', async (_where, files) => {
  for (const rows of files) await importDated(rows);
  const [{ phone, website } = {}, other] = await database.db.selectFrom('listings').selectAll().execute();
  expect({ phone, website, other }).toEqual({ phone: NEW.phone, website: OLD.website, other: undefined });
});

it('Data of an unknown date replaces nothing, of other sources or its own', async () => {
  await importDated([NEW]);
  const unknown = { ...OLD, date: '' };
  const [listing] = (await importDated([unknown])).listings;
  expect(listing).toMatchObject({ phone: NEW.phone, website: OLD.website });
  expect(listing?.facts).toEqual({ website: { source: 'B', date: '' } });
  await importDated([{ ...NEW, phone: OLD.phone, date: '' }]);
  expect((await importDated([unknown])).listings[0]?.phone).toBe(NEW.phone);
  expect((await importDated([unknown], { date: '2026-06' })).listings[0]?.phone).toBe(NEW.phone);
});

it('The year of a source’s name is the date of its data, unless another one is stated', async () => {
  const row = { source: 'Health inspections 2013', date: '' };
  await importDated([row]);
  const readDate = () => database.db.selectFrom('sources').select('date').where('name', '=', row.source).execute();
  expect(await readDate()).toEqual([{ date: '2013' }]);
  const { listings } = await importDated([row], { date: '2014-02' });
  expect(listings[0]?.source_date).toBe(null);
});

it('The command asks for the date of data that says none', async () => {
  const { db } = database;
  await expect(assertDated(db, write([{ date: '2024' }, { date: '' }]), {})).rejects.toThrow(
    /^Say when the data is from: /,
  );
  await assertDated(db, write([{ date: '2024' }, { date: '', source: 'Permits 2023' }]), {});
});

it('An answer of Overpass is of the day when it read its data, which nobody is asked for', async () => {
  const element = { type: 'node', id: 5, lat: 33.68, lon: -117.83 };
  const tags = { name: 'Elder Cafe', amenity: 'cafe', 'addr:city': 'Irvine', 'addr:postcode': '92614' };
  const answer = { osm3s: { timestamp_osm_base: '2026-07-04T10:00:00Z' }, elements: [{ ...element, tags }] };
  const path = writeImportFile(JSON.stringify(answer));
  expect(await isDated(database.db, path, {})).toBe(true);
  await importFile(database.db, path);
  const listing = await database.db
    .selectFrom('listings')
    .select('source_date')
    .where('source_id', '=', 'node/5')
    .execute();
  expect(listing).toEqual([{ source_date: '2026-07' }]);
  const dateless = writeImportFile(JSON.stringify({ elements: answer.elements }));
  expect(await isDated(database.db, dateless, {})).toBe(false);
});
