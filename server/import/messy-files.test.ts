import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { IMPORT_COLUMNS, importRows, toCsv, writeImportFile } from '#tests/support/import/import-file.ts';
import { importFile } from './import.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Fields = Record<string, string>;

/** Imports one row, and returns its listing and the warnings. */
async function importOne(row: Fields) {
  await database.db.deleteFrom('listings').execute();
  const { warnings } = await importRows(database, [row], [...new Set([...IMPORT_COLUMNS, ...Object.keys(row)])]);
  const listing = await database.db
    .selectFrom('listings')
    .innerJoin('places', 'places.id', 'place_id')
    .innerJoin('counties', 'counties.id', 'listings.county_id')
    .innerJoin('locations', 'locations.id', 'listings.location_id')
    .selectAll('listings')
    .select(['places.slug as place', 'counties.slug as county', 'locations.slug as location'])
    .executeTakeFirst();
  return { listing, warnings, reason: warnings.map(({ reason }) => reason).join('; ') };
}

const NOWHERE = { city: '', county: '', lat: '', lng: '' };

const normalizedRows: [string, Fields, object, string][] = [
  ['a ZIP code that a spreadsheet formatted', { zip: '9.2614E4' }, { zip: '92614' }, "ZIP code '9.2614E4' is 92614"],
  [
    'a ZIP code that lost a digit, but a point',
    { zip: '2614', lat: '33.68', lng: '-117.83' },
    { zip: '92614' },
    "ZIP code '2614' can’t be read: 92614 is nearest to the point",
  ],
  ['ZIP+4 keeps its first five digits', { zip: '92614-1234' }, { zip: '92614' }, "ZIP code '92614-1234' is 92614"],
  ['a ZIP code that a spreadsheet made a number', { zip: '92614.0' }, { zip: '92614' }, "ZIP code '92614.0' is 92614"],
  [
    'a city and county come from the ZIP code',
    { ...NOWHERE },
    { place: 'irvine', county: 'orange-county' },
    "city '' is Irvine",
  ],
  [
    'a wrong county comes from the ZIP code',
    { county: 'Los Angeles' },
    { county: 'orange-county' },
    "county 'Los Angeles' is Orange County",
  ],
  ['a city in capitals', { city: 'IRVINE' }, { city: 'Irvine' }, 'written in capitals'],
  [
    'a city without its accent',
    { ...NOWHERE, city: 'La Canada', zip: '91011', county: 'Los Angeles' },
    { city: 'La Cañada Flintridge' },
    "city 'La Canada' is La Cañada Flintridge",
  ],
  [
    'a city cut short',
    { ...NOWHERE, city: 'RANCHO SANTA MARGARI', zip: '92688', county: 'Orange' },
    { city: 'Rancho Santa Margarita' },
    "city 'RANCHO SANTA MARGARI' is Rancho Santa Margarita",
  ],
  [
    'a base that the city is known for',
    { ...NOWHERE, city: 'NAF EL CENTRO', zip: '92243', county: 'Imperial' },
    { city: 'El Centro' },
    "city 'NAF EL CENTRO' is El Centro",
  ],
  [
    'a neighborhood that the gazetteer lacks',
    { ...NOWHERE, city: 'Carthay', zip: '90048', county: 'Los Angeles' },
    { city: 'Los Angeles' },
    "city 'Carthay' is Los Angeles",
  ],
  [
    'no ZIP code, but city, county and point',
    { zip: '', lat: '33.5427', lng: '-117.7854', city: 'Laguna Beach' },
    { zip: '92651' },
    "ZIP code '' is 92651",
  ],
  [
    'an unknown ZIP code, but city and county',
    { ...NOWHERE, zip: '91631', city: 'El Monte', county: 'Los Angeles' },
    { place: 'el-monte' },
    "ZIP code '91631' is 917",
  ],
  ...[
    ['a digit is wrong', '91631', 'El Monte', '91731'],
    ['two digits are swapped', '96214', 'Irvine', '92614'],
  ].map(([what = '', typed = '', city = '', zip = '']): [string, Fields, object, string] => [
    `a ZIP code that does not exist, where ${what}`,
    { ...NOWHERE, zip: typed, city },
    { zip },
    `ZIP code '${typed}' is ${zip}`,
  ]),
  [
    'a ZIP code that city and point contradict',
    { zip: '92881', city: 'Temecula', county: 'Riverside', lat: '33.5067', lng: '-117.1463' },
    { zip: '92591', place: 'temecula' },
    "ZIP code '92881' is 92591",
  ],
  [
    'a ZIP code that city, county and point contradict',
    { zip: '91762', city: 'Pomona', county: 'Los Angeles', lat: '34.0697', lng: '-117.7506' },
    { county: 'los-angeles-county', place: 'pomona' },
    "ZIP code '91762' is 9176",
  ],
  [
    'a point on the other coast',
    { lat: '40.59', lng: '-73.66' },
    { lat: null, lng: null },
    'point 40.59, -73.66 is not in 92614: left out',
  ],
  [
    'a point in another county, near its ZIP code',
    { lat: '33.8303', lng: '-117.5453' },
    { lat: null, lng: null, point_source: null },
    'point 33.8303, -117.5453 is not in 92614: left out',
  ],
  [
    'a point off the earth',
    { lat: '133', lng: 'west' },
    { lat: null, lng: null },
    'point 133, west is not in 92614: left out',
  ],
  [
    'a name in capitals',
    { name: "MCDONALD'S MEAT MARKET & DELI #2 LLC" },
    { title: "McDonald's Meat Market & Deli #2", description: expect.not.stringContaining('Store') },
    "is 'McDonald's Meat Market & Deli #2'",
  ],
  [
    'an address in capitals, the direction before the number',
    { address: 'NE 750 5TH ST' },
    { address: 'NE 750 5th St' },
    'written in capitals',
  ],
  [
    'a direction before the number',
    { address: 'N 750 IMPERIAL AVE' },
    { address: '750 N Imperial Ave' },
    "address 'N 750 IMPERIAL AVE' is '750 N Imperial Ave'",
  ],
  [
    'an address of which a letter is lost',
    { address: '100 Ca\ufffdon St' },
    { address: null },
    "address '100 Ca\ufffdon St' has a letter that was lost: left out",
  ],
  [
    'an address that says city and ZIP code again',
    { address: '100 Main St, Irvine, 92614' },
    { address: '100 Main St' },
    "is '100 Main St'",
  ],
  ['two telephone numbers', { phone: '949-555-0148 or 0199' }, { phone: '(949) 555-0148 / (949) 555-0199' }, '0148'],
  ['an extension', { phone: '9495550141 x12' }, { phone: '(949) 555-0141 x12' }, 'is (949) 555-0141 x12'],
  [
    'a telephone number that a spreadsheet rounded',
    { phone: '9.4955501E+09' },
    { phone: null },
    "phone '9.4955501E+09' lost digits in a spreadsheet: left out",
  ],
  ['a telephone number that is none', { phone: '714660' }, { phone: null }, "'714660' isn’t a phone number: left out"],
  [
    'a website without its scheme',
    { website: 'www.golden.example' },
    { website: 'https://www.golden.example' },
    'is https://www.golden.example',
  ],
  [
    'a website that is an e-mail address',
    { website: 'http://joe@mail.example' },
    { website: null, email: 'joe@mail.example' },
    "'http://joe@mail.example' is an email address, and is listed as the email",
  ],
  ...[
    [
      'an email address as the website',
      { website: 'petshop@gmail.example' },
      { website: null, email: 'petshop@gmail.example' },
      'is an email address',
    ],
    [
      'three telephone numbers',
      { phone: '949-555-0148, 949-555-0149, 949-555-0150' },
      { phone: '(949) 555-0148 / (949) 555-0149' },
      "of '949-555-0148, 949-555-0149, 949-555-0150', (949) 555-0150 is left out",
    ],
    [
      'two websites',
      { website: 'https://one.example; https://two.example/menu' },
      { website: 'https://one.example' },
      'https://two.example/menu is left out',
    ],
    [
      'a website and an email',
      { website: 'www.one.example or joe@one.example' },
      { website: 'https://www.one.example', email: 'joe@one.example' },
      'is an email address',
    ],
  ].map(([what, row, expected, reason]) => [what, row, expected, reason] as [string, Fields, object, string]),
  [
    'a website that is a script',
    { website: 'javascript:alert(1)' },
    { website: null },
    'isn’t a web address: left out',
  ],
  ['a website that is a file', { website: 'file:///etc/passwd' }, { website: null }, 'isn’t a web address: left out'],
];

it.each(normalizedRows)('%s: corrected', async (_, row, expected, reason) => {
  const result = await importOne(row);
  expect(result.listing).toMatchObject(expected);
  expect(result.warnings).toMatchObject([{ line: 2, action: 'mended' }]);
  expect(result.reason).toContain(reason);
});

it.each(['+1 949 555 0100', '9495550100', '949.555.0100'])(
  'The punctuation of %s is nothing to report',
  async (phone) => {
    const { listing, reason } = await importOne({ phone });
    expect(listing).toMatchObject({ phone: '(949) 555-0100' });
    expect(reason).not.toContain('phone');
  },
);

const LOS_ANGELES = { ...NOWHERE, city: 'LOS ANGELES', county: 'Los Angeles' };

it.each<[string, Fields, object, string?]>([
  // Where facts disagree, two that agree are right.
  [
    'a ZIP code of another county than city, county and point',
    { zip: '93313', city: 'CHATSWORTH', county: 'Los Angeles', lat: '34.249563235', lng: '-118.6062375039' },
    { zip: '91311', county: 'los-angeles-county', lat: 34.249563235 },
    "ZIP code '93313' is 91311",
  ],
  [
    'a ZIP code of another county than city and county',
    { ...LOS_ANGELES, zip: '91786', address: '5137 FIGUEROA ST' },
    { zip: expect.stringMatching(/^900/), place: 'los-angeles' },
    "ZIP code '91786' is 900",
  ],
  [
    'a point in another city, far from city and ZIP code',
    { ...LOS_ANGELES, zip: '90013', lat: '34.14463', lng: '-118.76145' },
    { zip: '90013', place: 'los-angeles', lat: null, lng: null },
    'point 34.14463, -118.76145 is not in 90013: left out',
  ],
  [
    'a point in the next city but one',
    { city: 'EL SEGUNDO', county: 'Los Angeles', zip: '90245', lat: '33.8486137651', lng: '-118.3884434612' },
    { zip: '90245', place: 'el-segundo', lat: null },
    'point 33.8486137651, -118.3884434612 is not in 90245: left out',
  ],
  [
    'a point to two decimals',
    { ...LOS_ANGELES, zip: '90048-3402', lat: '34.08', lng: '-118.38' },
    { zip: '90048', lat: null, point_source: null },
    'point 34.08, -118.38 is only to half a mile: left out',
  ],
  // Across the county line of its ZIP code.
  ...[{}, { county: 'Los Angeles' }, { lat: '33.96085', lng: '-117.95062' }].map((more): [string, Fields, object] => [
    `a city across the county line, and ${Object.keys(more)[0] ?? 'no more'}`,
    { ...NOWHERE, city: 'La Habra Heights', zip: '90631', ...more },
    { place: 'la-habra-heights', county: 'los-angeles-county', zip: '90631' },
  ]),
  ...[{}, { county: 'Los Angeles' }, { lat: '34.14584', lng: '-118.80565' }].map((more): [string, Fields, object] => [
    `a city that a post office across the county line is named after, and ${Object.keys(more)[0] ?? 'no more'}`,
    { ...NOWHERE, city: 'Westlake Village', zip: '91361', ...more },
    { place: 'westlake-village', county: 'los-angeles-county', zip: '91361' },
  ]),
])('A row with %s is placed', async (_, row, expected, reason = '') => {
  const result = await importOne(row);
  expect(result.listing).toMatchObject(expected);
  expect(result.reason).toContain(reason);
});

const skippedRows: [string, Fields, string][] = [
  ['closed', { category_raw: 'closed' }, 'closed'],
  ['whose status is closed', { status: 'INACTIVE' }, "closed: its status is 'INACTIVE'"],
  ['whose license ended before', { expires: '03/31/2023', date: '2026-08' }, "closed: it ended on '03/31/2023'"],
  ['of which a letter is lost', { name: 'Caf\ufffd Roma' }, "the name 'Caf\ufffd Roma' has a letter that was lost"],
  [
    'of which a letter is a question mark',
    { name: 'Pe?asco Cafe' },
    "the name 'Pe?asco Cafe' has a letter that was lost",
  ],
  ['planned', { category_raw: 'planning' }, 'planned, not open yet'],
  ['without a name', { name: ' \u200b ' }, 'no name'],
  ['with a name of blanks', { name: '\u3164\u2800' }, 'no name'],
  ['with a name of signs', { name: '???' }, 'no name'],
  ['without an id', { id: ' ' }, 'no id'],
  ['without a source', { source: '' }, 'no source'],
  ['in another state', { state: 'NV' }, 'outside the eight counties (state NV)'],
  [
    'with a ZIP code that lost a digit',
    { ...NOWHERE, zip: '2614' },
    "ZIP code '2614' can’t be read, and there is no point",
  ],
  ...[
    ['Burbank', '92101'],
    ['Irvine', '90012'],
    ['Los Angeles', '92614'],
    ['Burbank', '90731'],
    ['Irvine', '10001'],
    ['Avalon', '92101', { county: 'Nowhere' }],
  ].map(([city, zip, more]): [string, Fields, string] => [
    `in ${city} with the ZIP code ${zip}, and nothing that says which is right`,
    { ...NOWHERE, city, zip, ...(more as object) } as Fields,
    `ZIP code '${zip}' is not in ${city}, and neither a point nor the county says which is right`,
  ]),
  ['in another county', { zip: '95446', city: 'Guerneville', county: 'Sonoma' }, 'outside the eight counties (Sonoma)'],
  [
    'with a ZIP code and a city that nobody knows',
    { zip: '95446', city: 'GUERNEVILLE', county: 'Kern' },
    "unknown ZIP code '95446', and 'GUERNEVILLE' is no known city of the county",
  ],
  [
    'in a city cut short to the beginning of several',
    { ...NOWHERE, zip: '', city: 'PALOS VERDES', county: 'Los Angeles' },
    "unknown ZIP code '', and 'PALOS VERDES' is no known city of the county",
  ],
];

it.each(skippedRows)('A row %s is skipped', async (_, row, reason) => {
  const result = await importOne(row);
  expect(result.listing).toBeUndefined();
  expect(result.warnings).toMatchObject([{ line: 2, action: 'skipped', reason }]);
});

it.each([
  ['no end', { expires: '', date: '2026-08' }],
  ['an end to come', { expires: '12/31/2026', date: '2026-08' }],
  ['an end in the month of the data', { expires: '08/01/2026', date: '2026-08' }],
  ['an end, and data of an unknown month', { expires: '03/31/2023' }],
  ['another status', { status: 'Active' }],
])('A business with %s is listed', async (_, row: Fields) => {
  expect((await importOne(row)).listing).toMatchObject({ title: 'Golden Hour Plumbing' });
});

it('A row with fewer or more fields than the header is skipped, the next one is imported', async () => {
  await database.db.deleteFrom('listings').execute();
  const text = toCsv([{ id: 'a' }, { id: 'b', name: 'Other' }, { id: 'c', name: 'Third' }]);
  const ragged = text.replace('a,Golden', 'Golden').replace('b,Other', 'b,Other,');
  expect(await importFile(database.db, writeImportFile(ragged))).toMatchObject({ added: 1, skips: { fields: 2 } });
});

it('The named city has precedence over the postal name of the ZIP code', async () => {
  const eastvale = { ...NOWHERE, city: 'Eastvale', zip: '92880', county: 'Riverside' };
  expect((await importOne(eastvale)).listing).toMatchObject({
    city: 'Eastvale',
    place: 'eastvale',
    location: 'riverside',
  });
  const bermudaDunes = { ...NOWHERE, city: 'Bermuda Dunes', zip: '92203', county: 'Riverside' };
  expect((await importOne(bermudaDunes)).listing).toMatchObject({ place: 'bermuda-dunes', location: 'palm-springs' });
});

it('County and ZIP code distinguish two places of one name', async () => {
  const westlake = { ...NOWHERE, city: 'Westlake Village', zip: '91362' };
  expect((await importOne({ ...westlake, county: 'Ventura' })).listing).toMatchObject({
    county: 'ventura-county',
    place: 'westlake-village-ventura-county',
  });
  expect((await importOne({ ...westlake, county: 'Los Angeles' })).listing).toMatchObject({
    county: 'los-angeles-county',
    place: 'westlake-village',
    zip: '91362',
  });
});

it('Long text is truncated without splitting a character', async () => {
  const { listing } = await importOne({ name: `Ö${'🍊'.repeat(300)}`, address: `1 ${'x'.repeat(400)}` });
  expect([...(listing?.title ?? '')].length).toBe(100);
  expect([...(listing?.business_name ?? '')].length).toBe(200);
  expect([...(listing?.address ?? '')].length).toBe(300);
  expect([...(listing?.description ?? '')].length).toBeLessThanOrEqual(1000);
});

it('Spaces, control characters and bidi marks are removed, and text is normalized to NFC', async () => {
  const { listing } = await importOne({ name: '  Cafe\u0301 \u202eevil\u0007   Bar\u200b ' });
  expect(listing?.title).toBe('Café evil Bar');
});

it('Joiners of emoji and of Persian are kept', async () => {
  const name = '👨\u200d👩\u200d👧 نان\u200cخانه Bakery';
  expect((await importOne({ name })).listing?.title).toBe(name);
});

it('Markup, quotes and SQL are text like any other', async () => {
  const name = `<script>alert(1)</script> '); drop table listings; -- \\u0000 \${x} $1`;
  expect((await importOne({ name })).listing?.title).toBe(name);
});

it.each([
  ['a city of no county', { ...NOWHERE, zip: '', city: 'Irvine' }, { place: 'irvine', county: 'orange-county' }],
  [
    'a name that two counties have, by its point',
    { ...NOWHERE, zip: '', city: 'Westlake Village', lat: '34.1433', lng: '-118.8157' },
    { place: 'westlake-village', county: 'los-angeles-county' },
  ],
  [
    'a city that has state and ZIP code',
    { ...NOWHERE, city: 'Santa Ana, CA 92701', zip: '', name: 'PanaderÃƒÂ\u00ada LÃ³pez' },
    { city: 'Santa Ana', zip: '92701', title: 'Panadería López' },
  ],
  [
    'nothing but a point',
    { ...NOWHERE, zip: '', lat: '34.0697', lng: '-117.7506' },
    { place: 'pomona', county: 'los-angeles-county' },
  ],
])('A row with %s is placed', async (_, row, expected) => {
  expect((await importOne(row)).listing).toMatchObject(expected);
});

it('A row with nothing but a point elsewhere is outside', async () => {
  const result = await importOne({ ...NOWHERE, zip: '', lat: '36.1', lng: '-115.1' });
  expect(result.warnings).toMatchObject([{ action: 'skipped', reason: 'outside the eight counties (36.1, -115.1)' }]);
});

it('A row of no known category takes that of the import, which must exist', async () => {
  await database.db.deleteFrom('listings').execute();
  const path = writeImportFile(toCsv([{ category: '', category_raw: 'unicorns' }, { name: 'Other' }]));
  expect(await importFile(database.db, path, { category: 'florists' })).toMatchObject({ added: 2 });
  const slugs = await database.db
    .selectFrom('listings')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select('slug')
    .orderBy('listings.id')
    .execute();
  expect(slugs).toEqual([{ slug: 'florists' }, { slug: 'plumbers' }]);
  await expect(importFile(database.db, path, { category: 'unicorns' })).rejects.toThrow(
    "There is no category 'unicorns'",
  );
});

it('Opening hours that can be read are those of the listing, and the others are text in it', async () => {
  await database.db.deleteFrom('listings').execute();
  const rows: Fields[] = [{ hours: 'Mon-Fri, 9–5' }, { name: 'Other', address: '7 Elm St', hours: 'dawn to dusk' }];
  const { warnings } = await importRows(database, rows, [...IMPORT_COLUMNS, 'hours']);
  const weekday = [{ opens: '09:00', closes: '17:00' }];
  expect(await database.db.selectFrom('listings').select(['hours', 'description']).orderBy('id').execute()).toEqual([
    {
      hours: expect.objectContaining({ monday: weekday, friday: weekday, sunday: 'closed' }),
      description: expect.any(String),
    },
    { hours: null, description: expect.stringContaining('Hours: dawn to dusk.') },
  ]);
  expect(warnings.map(({ reason }) => reason)).toEqual(["hours 'dawn to dusk' are not read: kept as text"]);
});
