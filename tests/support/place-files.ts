import { zstdCompressSync } from 'node:zlib';
import { fileWriter, ParquetWriter, parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';

/** Places of Overture Maps, in the columns of its releases. */
export interface OverturePlace {
  id: string;
  lng: number;
  lat: number;
  name: string;
  category?: string;
  hierarchy?: string[];
  oldCategory?: string;
  confidence?: number;
  status?: string;
  phones?: string[];
  websites?: string[];
  address?: { freeform?: string; locality?: string; postcode?: string; region?: string; country?: string };
}

const text = (name: string): SchemaElement => ({
  ...{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
});
const group = (name: string, fields: SchemaElement[], children = fields.length): SchemaElement[] => [
  { name, num_children: children, repetition_type: 'OPTIONAL' },
  ...fields,
];
const list = (name: string, element: SchemaElement[]): SchemaElement[] => [
  { name, num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  ...element,
];

const OVERTURE_COLUMNS: SchemaElement[][] = [
  [text('id')],
  [{ name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' }],
  group('bbox', [
    ...['xmin', 'xmax', 'ymin', 'ymax'].map(
      (name): SchemaElement => ({ name, type: 'FLOAT', repetition_type: 'OPTIONAL' }),
    ),
  ]),
  group('names', [text('primary')]),
  group('categories', [text('primary'), ...list('alternate', [text('element')])], 2),
  group('taxonomy', [text('primary'), ...list('hierarchy', [text('element')])], 2),
  [text('basic_category')],
  [{ name: 'confidence', type: 'DOUBLE', repetition_type: 'OPTIONAL' }],
  list('websites', [text('element')]),
  list('phones', [text('element')]),
  list('addresses', group('element', ['freeform', 'locality', 'postcode', 'region', 'country'].map(text))),
  list('sources', group('element', ['dataset', 'update_time'].map(text))),
  [text('operating_status')],
];

/** A GeoParquet file in the schema of Overture Maps places. */
export const toOvertureParquet = (places: OverturePlace[], rowGroupSize = 1000): Buffer =>
  toParquet(OVERTURE_COLUMNS, toOvertureColumns(places), rowGroupSize);

/** Begins a large file of Overture Maps places. `write` adds one row group. */
export function openOvertureFile(path: string) {
  const writer = new ParquetWriter({
    ...{ writer: fileWriter(path), schema: toSchema(OVERTURE_COLUMNS), codec: 'ZSTD', compressors: COMPRESSORS },
  });
  return {
    async write(places: OverturePlace[]) {
      await writer.write({ columnData: toColumnData(toOvertureColumns(places)), rowGroupSize: places.length });
    },
    close: () => writer.finish(),
  };
}

function toOvertureColumns(places: OverturePlace[]): Record<string, unknown[]> {
  return {
    id: places.map(({ id }) => id),
    geometry: places.map(({ lng, lat }) => toWkbPoint(lng, lat)),
    bbox: places.map(({ lng, lat }) => ({ xmin: lng, xmax: lng, ymin: lat, ymax: lat })),
    names: places.map(({ name }) => ({ primary: name })),
    categories: places.map(({ oldCategory }) => (oldCategory ? { primary: oldCategory, alternate: ['x'] } : null)),
    taxonomy: places.map(({ category, hierarchy }) =>
      category ? { primary: category, hierarchy: hierarchy ?? [category] } : null,
    ),
    basic_category: places.map(() => null),
    confidence: places.map(({ confidence }) => confidence ?? null),
    websites: places.map(({ websites }) => websites ?? null),
    phones: places.map(({ phones }) => phones ?? null),
    addresses: places.map(({ address }) => (address ? [address] : null)),
    sources: places.map(() => [
      { dataset: 'meta', update_time: '2026-07-01T00:00:00Z' },
      { dataset: 'Microsoft', update_time: '2026-08-03T00:00:00Z' },
    ]),
    operating_status: places.map(({ status }) => status ?? 'open'),
  };
}

/** A Parquet file in the schema of Foursquare OS Places. Missing columns are null. */
export function toFoursquareParquet(places: Record<string, unknown>[]): Buffer {
  const texts = ['fsq_place_id', 'name', 'address', 'locality', 'region', 'postcode', 'country', 'date_created'];
  const moreTexts = ['date_refreshed', 'date_closed', 'tel', 'website', 'email'];
  const lists = ['fsq_category_ids', 'fsq_category_labels', 'unresolved_flags'];
  const numbers = ['latitude', 'longitude'];
  const schema = [
    ...[...texts, ...moreTexts].map((name) => [text(name)]),
    ...numbers.map((name): SchemaElement[] => [{ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' }]),
    ...lists.map((name) => list(name, [text('element')])),
  ];
  const names = [...texts, ...moreTexts, ...numbers, ...lists];
  return toParquet(
    schema,
    Object.fromEntries(names.map((name) => [name, places.map((place) => place[name] ?? null)])),
    1000,
  );
}

function toParquet(columns: SchemaElement[][], data: Record<string, unknown[]>, rowGroupSize: number): Buffer {
  return Buffer.from(
    parquetWriteBuffer({
      schema: toSchema(columns),
      columnData: toColumnData(data),
      rowGroupSize,
      codec: 'ZSTD',
      compressors: COMPRESSORS,
    }),
  );
}

const toSchema = (columns: SchemaElement[][]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.flat(),
];
const toColumnData = (data: Record<string, unknown[]>) =>
  Object.entries(data).map(([name, values]) => ({ name, data: values }));

const COMPRESSORS = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes) };

/** A point in well-known binary. */
export function toWkbPoint(lng: number, lat: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(21));
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, lng, true);
  view.setFloat64(13, lat, true);
  return new Uint8Array(view.buffer);
}
