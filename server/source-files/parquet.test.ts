import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, it } from 'vitest';
import { readImportRows } from '#tests/support/import/read-import-rows.ts';
import { type OverturePlace, toFoursquareParquet, toOvertureParquet } from '#tests/support/place-files.ts';
import { checkColumnSize } from './parquet-columns.ts';

const CAFE: OverturePlace = {
  ...{ id: '08f29', lng: -117.83, lat: 33.68, name: 'Café Ñandú', category: 'coffee_shop', confidence: 0.9 },
  ...{ phones: ['+19495550100', '+19495550101'], websites: ['https://nandu.example'] },
  address: { freeform: '100 Main St', locality: 'Irvine', postcode: '92614-1234', region: 'US-CA', country: 'US' },
};

it('places of Overture Maps become rows', async () => {
  const { rows, format } = await readImportRows(toOvertureParquet([CAFE]));
  expect(format).toBe('Parquet, Overture Maps');
  expect(rows).toMatchObject([
    {
      line: 1,
      rejection: null,
      fields: {
        ...{ id: '08f29', name: 'Café Ñandú', category: 'coffee-tea', category_raw: 'coffee_shop' },
        ...{ address: '100 Main St', city: 'Irvine', zip: '92614-1234', state: 'CA', county: '' },
        ...{ phone: '+19495550100; +19495550101', website: 'https://nandu.example', email: '', hours: '' },
        ...{ lat: '33.68', lng: '-117.83', source: 'Overture Maps', date: '2026-08' },
      },
    },
  ]);
});

it('a category is looked up in the new taxonomy, in the old one, and above what is unknown', async () => {
  const at = { ...CAFE, category: undefined };
  const { fields } = await readImportRows(
    toOvertureParquet([
      { ...at, category: 'dental_clinic', oldCategory: 'plumbing' },
      { ...at, oldCategory: 'plumbing' },
      { ...at, category: 'brand_new_kind', hierarchy: ['food_and_drink', 'restaurant', 'brand_new_kind'] },
      { ...at, category: 'brand_new_kind' },
      at,
    ]),
  );
  expect(fields.map(({ category, category_raw }) => [category, category_raw])).toEqual([
    ['dentists', 'dental_clinic'],
    ['plumbers', 'plumbing'],
    ['restaurants', 'brand_new_kind'],
    ['', 'brand_new_kind'],
    ['', ''],
  ]);
});

it('what is elsewhere is only counted; what is closed, doubtful or no business is named', async () => {
  const { rows, rejections } = await readImportRows(
    toOvertureParquet([
      { ...CAFE, lng: -115.14, lat: 36.17 },
      { ...CAFE, status: 'permanently_closed' },
      { ...CAFE, status: 'temporarily_closed' },
      { ...CAFE, confidence: 0.49 },
      { ...CAFE, confidence: 0.5 },
      { ...CAFE, confidence: undefined },
      { ...CAFE, category: 'atm' },
    ]),
  );
  expect(rejections).toEqual(['outside', 'closed', null, 'doubtful', null, null, 'no business']);
  expect(rows.map(({ rejection, fields }) => rejection && (rejection.isOnlyCounted ? 'counted' : fields.name))).toEqual(
    [...['counted', CAFE.name, null, CAFE.name, null, null, CAFE.name]],
  );
  // The id of what is closed marks its listing.
  expect(rows.slice(0, 2).map(({ fields: { id, source } }) => [id, source])).toEqual([
    ['', ''],
    ['08f29', 'Overture Maps'],
  ]);
  const strict = await readImportRows(toOvertureParquet([CAFE]), { minConfidence: 0.95 });
  expect(strict.rejections).toEqual(['doubtful']);
});

it('rows keep their order and columns over several row groups', async () => {
  const places = Array.from({ length: 250 }, (_, index) => ({
    ...CAFE,
    ...{ id: String(index), name: `Cafe ${index}`, phones: index % 3 ? [`+1949555${1000 + index}`] : undefined },
    lat: index % 7 ? 33.68 : 40,
  }));
  const { rows } = await readImportRows(toOvertureParquet(places, 40));
  expect(rows.map(({ line }) => line)).toEqual(places.map((_, index) => index + 1));
  expect(rows.map(({ fields: { id, name, phone } }) => [id, name, phone])).toEqual(
    places.map(({ id, name, phones, lat }) => (lat === 40 ? ['', '', ''] : [id, name, phones?.[0] ?? ''])),
  );
});

const PLUMBER = {
  ...{ fsq_place_id: '4b0', name: 'Golden Hour Plumbing', latitude: 33.68, longitude: -117.83, tel: '(949) 555-0100' },
  ...{ address: '100 Main St', locality: 'Irvine', region: 'CA', postcode: '92614', date_refreshed: '2026-05-04' },
  fsq_category_labels: ['Business and Professional Services > Home Improvement Service > Plumber'],
};

it('places of Foursquare become rows', async () => {
  const { format, fields, rejections } = await readImportRows(
    toFoursquareParquet([
      PLUMBER,
      { ...PLUMBER, fsq_category_labels: ['Dining and Drinking > Restaurant > Something New', 'Retail > Florist'] },
      { ...PLUMBER, date_closed: '2025-01-01' },
      { ...PLUMBER, unresolved_flags: ['duplicate'] },
      { ...PLUMBER, unresolved_flags: ['closed'] },
      { ...PLUMBER, latitude: 33.68, longitude: null },
      { ...PLUMBER, fsq_category_labels: ['Travel and Transportation > Road'] },
    ]),
  );
  expect(format).toBe('Parquet, Foursquare OS Places');
  expect(fields[0]).toMatchObject({
    ...{ id: '4b0', name: 'Golden Hour Plumbing', category: 'plumbers', category_raw: 'Plumber', date: '2026-05' },
    ...{ city: 'Irvine', zip: '92614', phone: '(949) 555-0100', lat: '33.68', source: 'Foursquare OS Places' },
  });
  expect(fields[1]?.category).toBe('restaurants');
  expect(rejections).toEqual([null, null, 'closed', 'doubtful', 'closed', null, 'no business']);
});

it.each([
  [
    'cut off',
    (file: Buffer) => file.subarray(0, file.length - 100),
    /is a Parquet file without its end: it was cut off/,
  ],
  ['of four bytes', (file: Buffer) => file.subarray(0, 4), /is a Parquet file without its end: it was cut off/],
  [
    'with a broken end',
    (file: Buffer) => file.fill(0xff, file.length - 60, file.length - 8),
    /the Parquet file is damaged/,
  ],
  [
    'with an end that says it is long',
    (file: Buffer) => file.fill(0xff, file.length - 8, file.length - 4),
    /its list of columns is too long/,
  ],
  ['with broken columns', (file: Buffer) => file.fill(0xff, 4, 2000), /the Parquet file is damaged/],
  [
    'of other columns',
    () => Buffer.from(parquetWriteBuffer({ columnData: ['a', 'b'].map((name) => ({ name, data: ['x'] })) })),
    /has neither the columns of Overture Maps places nor those of Foursquare OS Places\. Its columns: a, b$/,
  ],
])('A Parquet file %s is refused', async (_, change, message) => {
  const places = Array.from({ length: 200 }, (_, index) => ({ ...CAFE, name: `Cafe ${index}` }));
  await expect(readImportRows(change(toOvertureParquet(places)))).rejects.toThrow(message);
});

it('A column that would not fit into memory is refused', () => {
  const check = (compressed: bigint, uncompressed: bigint) =>
    checkColumnSize({ path: 'a.parquet' }, 'names.primary', {
      total_compressed_size: compressed,
      total_uncompressed_size: uncompressed,
    });
  expect(() => check(1000n, 512n * 1024n ** 2n)).not.toThrow();
  const message = /a row group has 700 MB of names\.primary, and at most 512 MB are read at once/;
  expect(() => check(1000n, 700n * 1024n ** 2n)).toThrow(message);
  expect(() => check(700n * 1024n ** 2n, 0n)).toThrow(message);
});
