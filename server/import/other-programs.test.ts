import { afterAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { fixtureFile } from '#tests/support/fixture-files.ts';
import { type ImportOptions, importFile } from './import.ts';
import type { ImportWarning } from './summary.ts';

// Files of other programs and people, from the file to its listings. Each stands for a kind of file.

const database = await createTestDatabase();
afterAll(database.drop);
beforeEach(() => database.db.deleteFrom('listings').execute());

async function importFixture(name: string, options: ImportOptions = {}) {
  const warnings: ImportWarning[] = [];
  const summary = await importFile(database.db, fixtureFile(name), {
    ...options,
    onWarning: (warning) => warnings.push(warning),
  });
  const listings = await database.db
    .selectFrom('listings')
    .innerJoin('categories', 'categories.id', 'category_id')
    .selectAll('listings')
    .select('categories.slug as category')
    .orderBy('listings.id')
    .execute();
  const refused = warnings
    .filter(({ action }) => action === 'skipped')
    .map(({ line, name, reason }) => [line, name, reason]);
  return { summary, warnings, listings, titles: listings.map(({ title }) => title), refused };
}

it('an inch in a name is an inch', async () => {
  const { titles } = await importFixture('inch.csv');
  expect(titles).toEqual(['Harbor Deli', 'The 12" Sub Shop', 'Corner Cafe']);
});

it('lines of two encodings keep their accents', async () => {
  const { titles } = await importFixture('mixed.csv');
  expect(titles).toEqual(['Café Peñasco', 'Ñandú Grill', 'Café Uno']);
});

it('a first line of Excel says the delimiter, and lines are counted as in the file', async () => {
  const { titles, warnings } = await importFixture('sep-semicolon.csv');
  expect(titles).toEqual(['Harbor Deli Sep', 'Bad Zip Sep']);
  expect(warnings).toMatchObject([{ line: 4, id: 's2' }]);
});

it('what keeps a spreadsheet from reading a cell as a number or formula is taken away', async () => {
  const { listings } = await importFixture('guards.csv');
  expect(listings.map(({ title, phone }) => [title, phone?.slice(-2)])).toEqual([
    ['Guard Formula Zip', '31'],
    ['Guard Apostrophe Zip', '32'],
    ['Guard Thousands Zip', '33'],
    ['Guard Apostrophe Phone', '34'],
    ['Guard Formula Phone', '35'],
    ['=1+1 Tutors', '36'],
  ]);
  expect(listings.filter(({ zip }) => zip === '92614').length).toBeGreaterThanOrEqual(5);
});

it('formulas, errors and totals are no businesses', async () => {
  const { titles, refused } = await importFixture('excel-mangled.csv', {
    mapping: {
      name: 'Business Name',
      category_raw: 'Type',
      address: 'Street',
      city: 'City',
      zip: 'ZIP',
      phone: 'Phone',
    },
    source: 'Mangled',
  });
  expect(titles).toEqual(expect.arrayContaining(['Dot Zero Dental', '+Plus Tutoring', '@home Cleaning']));
  expect(refused).toEqual(
    expect.arrayContaining([
      [5, '=1+1', "'=1+1' is no name"],
      [6, '=HYPERLINK("http://evil.example";"Click")', expect.stringMatching(/is no name$/)],
      [9, '#NAME?', "'#NAME?' is no name"],
      [13, 'Total: 9', "'Total: 9' is no name"],
    ]),
  );
});

it('structured text in a table is what it says', async () => {
  const { listings } = await importFixture('csv-name.csv');
  expect(listings).toMatchObject([{ title: 'Harbor Deli Csv', address: '606 Main St', zip: '92614' }]);
});
