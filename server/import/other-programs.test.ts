import { afterAll, beforeEach, expect, it } from 'vitest';
import { guessMapping } from '#server/source-files/column-mapping.ts';
import { readColumns } from '#server/source-files/read-rows.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { fixtureFile } from '#tests/support/import/import-file.ts';
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
  const { titles, refused } = await importFixture('sep-semicolon.csv');
  expect(titles).toEqual(['Harbor Deli Sep']);
  expect(refused).toMatchObject([[4, 'Bad Zip Sep', expect.stringContaining('abc')]]);
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
  expect(new Set(listings.map(({ zip }) => zip))).toEqual(new Set(['92614']));
});

it('formulas, errors and totals are no businesses', async () => {
  const { listings, titles, refused } = await importFixture('excel-mangled.csv', {
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
  expect(titles).toEqual(expect.arrayContaining(['+Plus Tutoring', '@home Cleaning']));
  expect(listings.find(({ title }) => title === 'Mangled Zip Plumbing')?.zip).toBe('92614');
  expect(listings.find(({ title }) => title === 'Dot Zero Dental')).toMatchObject({
    ...{ zip: '92614', phone: expect.stringContaining('949') },
  });
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

it('features whose lists and objects are text are understood', async () => {
  const { listings } = await importFixture('nested-text.geojson');
  expect(listings).toMatchObject([
    {
      title: 'Harbor Deli Nested',
      address: '600 Main St',
      zip: '92614',
      category: 'restaurants',
      source: 'Overture Maps',
    },
  ]);
});

it('a map is known by its first features that are businesses', async () => {
  const { titles, refused } = await importFixture('osm-first-feature-no-business.geojson');
  expect([titles, refused]).toEqual([['New Pelican Diner'], []]);
});

it('what OpenStreetMap says is closed is left out, and named', async () => {
  const { titles, summary, refused } = await importFixture('osm-lifecycle.geojson');
  expect(titles).toEqual(['New Pelican Diner']);
  expect(summary.skips).toEqual({ closed: 6 });
  expect(refused).toContainEqual([3, 'Old Pelican Off', 'closed']);
});

it('an answer of Overpass has nodes, ways and relations', async () => {
  const { listings, summary } = await importFixture('osm-overpass.json');
  expect(listings.map(({ title, source_id, category }) => [title, source_id, category])).toEqual([
    ['Calle Cuatro Coffee Lab', 'node/5000000001', 'coffee-tea'],
    ['Fourth Street Hair', 'way/5000000002', 'hair-salons'],
    ['Thai Basil Corner', 'node/5000000006', 'thai-restaurants'],
    ['Ejemplo Law Group', 'node/5000000008', 'lawyers'],
  ]);
  expect(listings[3]).toMatchObject({ address: '320 E 4th St', city: 'Santa Ana', zip: '92701' });
  expect(listings[1]).toMatchObject({ phone: '(714) 555-0502', lat: 33.746 });
  expect(summary.skips).toMatchObject({ closed: 2, 'no business': 1 });
});

it('what is left out of Overture Maps is in the report', async () => {
  const { titles, refused } = await importFixture('overture-2025.geojson');
  expect(titles).toContain('Dockside Coffee Roasters');
  expect(refused).toEqual(
    expect.arrayContaining([
      [2, 'Old Pier Books', 'closed'],
      [3, 'Maybe Nails', 'of too little confidence'],
    ]),
  );
});

it('a table of Foursquare has labels, closed places and homes', async () => {
  const { listings, refused } = await importFixture('foursquare-os-places.csv');
  expect(listings.map(({ title, category, source }) => [title, category, source])).toEqual([
    ['Canyon Bike Works', 'sporting-goods', 'Foursquare OS Places'],
    ['Two Labels Cafe & Books', 'coffee-tea', 'Foursquare OS Places'],
  ]);
  expect(refused).toEqual([
    [3, 'Closed Curry House', 'closed'],
    [4, "Jane's House", 'of a kind that is no business'],
  ]);
});

it('a sheet of Google’s Business Profile is known by its columns', async () => {
  const { listings, refused } = await importFixture('google-business-profile.csv', { source: 'Harbor Point' });
  const [first, second] = listings;
  expect(first).toMatchObject({
    ...{ source_id: 'OC-001', title: 'Harbor Point Dental', address: '3800 W Sunflower Ave Suite 210', zip: '92704' },
    ...{ phone: '(714) 555-0201', category: 'dentists', website: 'https://harborpoint.example' },
    description: 'Family dentistry since 1998 with two hygienists.',
    hours: {
      ...{ monday: [{ opens: '08:00', closes: '17:00' }], wednesday: [{ opens: '08:00', closes: '19:00' }] },
      ...{ friday: [{ opens: '08:00', closes: '14:00' }], saturday: 'closed', sunday: 'closed' },
    },
  });
  expect(first?.special_hours).toEqual(
    // Past days are left out.
    [
      { on: '2026-12-25', hours: 'closed' },
      { on: '2026-12-31', hours: [{ opens: '09:00', closes: '12:00' }] },
    ].filter(({ on }) => on >= new Date().toISOString().slice(0, 10)),
  );
  expect(second).toMatchObject({
    city: 'Tustin',
    hours: { wednesday: 'closed', thursday: [{ opens: '09:00', closes: '18:00' }] },
  });
  expect(refused).toEqual([[4, 'Harbor Point Dental Las Vegas', 'outside the eight counties (state NV)']]);
});

it('a list of customers is stopped with a question, and imported once somebody says that they are businesses', async () => {
  const mapping = { name: 'Customer', address: 'Billing Street', city: 'Billing City', zip: 'Billing ZIP' };
  const options = { mapping, source: 'QuickBooks', category: 'dentists' };
  await expect(importFixture('quickbooks-customers.csv', options)).rejects.toThrow(
    /looks like a list of customers or other people.* Customer, Billing Street, .* Open Balance, Customer Type/s,
  );
  await expect(importFixture('quickbooks-customers.csv')).rejects.toThrow(/list of customers/);
  expect((await importFixture('quickbooks-customers.csv', { ...options, areBusinesses: true })).titles).toHaveLength(3);
});

it('points are read as people write them, and swapped ones are offered to be swapped', async () => {
  const { listings, summary } = await importFixture('swapped.csv');
  expect(listings.map(({ title, lat, lng }) => [title.at(-1), lat, lng])).toEqual([
    ...[
      ['1', null, null],
      ['2', null, null],
      ['3', 33.6842, -117.8213],
      ['4', 33.6842, -117.8213],
      ['5', 33.6842, -117.8213],
    ],
  ]);
  expect(summary.swappedPoints).toEqual({ outside: 1, swapped: 1 });
  await database.db.deleteFrom('listings').execute();
  const swapped = await importFixture('swapped.csv', { swapPoints: true });
  expect(swapped.listings[0]).toMatchObject({ lat: 33.6842, lng: -117.8213 });
  expect(swapped.summary.swappedPoints).toBeUndefined();
});

it('the columns of a table in Spanish are guessed', async () => {
  const head = await readColumns(fixtureFile('spanish-header.csv'));
  const mapping = guessMapping(head?.header ?? []);
  const { listings } = await importFixture('spanish-header.csv', { mapping, source: 'Directorio' });
  expect(listings.map(({ title, address, zip, category, phone }) => [title, address, zip, category, phone])).toEqual([
    ['Panadería La Esperanza', '1515 E 4th St', '92701', 'bakeries', '(714) 555-0181'],
    ['Taller Mecánico Hermanos Ruiz', '900 N Bristol St', '92703', 'auto-repair', '(714) 555-0182'],
    ['Peluquería Lupita', '2020 S Main St', '92707', expect.any(String), null],
  ]);
});
