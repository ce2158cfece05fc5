import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  type RowGroup,
} from 'hyparquet';
import { t } from '#contract/i18n/t.ts';
import type { Point } from '#server/places/points.ts';
import { FOURSQUARE } from '#server/source-files/datasets/foursquare.ts';
import { OVERTURE } from '#server/source-files/datasets/overture.ts';
import type { PlaceRecord, PlaceSchema } from '#server/source-files/datasets/place-record.ts';
import type { InputFile } from './input-file.ts';
import { ImportError } from './rows.ts';
import { readWkbPoint } from './wkb.ts';

/** The columns that say where a place is. */
export const POINT_PATHS = ['geometry', 'latitude', 'longitude', 'bbox.xmin', 'bbox.ymin'];
/** Rows of which all columns are held in memory at once. Writers make row groups of 50,000 to 1,000,000 rows. */
export const MAX_SLICE_ROWS = 131_072;
// A column of a row group is read at once. Those of a million places have at most some hundred megabytes.
const MAX_COLUMN_BYTES = 512 * 1024 ** 2;
const MAX_FOOTER_BYTES = 64 * 1024 ** 2;
const MAGIC_BYTES = 4;

// The library expects so many bytes; more would be a bomb.
const bound = (bytes: number) => ({ maxOutputLength: Math.max(1, bytes) });
const COMPRESSORS = {
  GZIP: (bytes: Uint8Array, expected: number) => gunzipSync(bytes, bound(expected)),
  BROTLI: (bytes: Uint8Array, expected: number) => brotliDecompressSync(bytes, bound(expected)),
  ZSTD: (bytes: Uint8Array, expected: number) => zstdDecompressSync(bytes, bound(expected)),
};

type ParquetFile = Pick<InputFile, 'path' | 'size'>;

/**
 * Reads the list of row groups and columns at the end of a file.
 * @throws {ImportError} when the file is cut off or damaged
 */
export async function openMetadata(file: ParquetFile, source: AsyncBuffer) {
  const end = Buffer.from(await source.slice(Math.max(0, file.size - 2 * MAGIC_BYTES)));
  if (file.size < 12 || end.toString('latin1', MAGIC_BYTES) !== 'PAR1') {
    throw new ImportError(t('{path} is a Parquet file without its end: it was cut off.', { path: file.path }));
  }
  if (end.readUInt32LE(0) > MAX_FOOTER_BYTES) throw damaged(file, new Error(t('its list of columns is too long')));
  try {
    return await parquetMetadataAsync(source, { geoparquet: false });
  } catch (error) {
    throw damaged(file, error);
  }
}

const damaged = (file: Pick<InputFile, 'path'>, error: unknown) =>
  new ImportError(
    t('{path}: the Parquet file is damaged ({fault}).', { path: file.path, fault: (error as Error).message }),
  );

/** @throws {ImportError} that names the columns, when they are those of no known dataset */
export function findSchema(file: Pick<InputFile, 'path'>, { row_groups }: FileMetaData): PlaceSchema {
  const paths = (row_groups[0]?.columns ?? []).map((column) => toPath(column.meta_data?.path_in_schema ?? []));
  const schema = [OVERTURE, FOURSQUARE].find(({ signature }) => signature.every((path) => paths.includes(path)));
  if (schema) return schema;
  const names = [...new Set(paths.map((path) => path.split('.')[0]))].join(', ');
  throw new ImportError(
    t(
      '{path} has neither the columns of Overture Maps places nor those of Foursquare OS Places. Its columns: {names}',
      { path: file.path, names },
    ),
  );
}

/** The path of a column without the levels that lists add: 'addresses.list.element.freeform' is 'addresses.freeform'. */
export const toPath = (pathInSchema: string[]) =>
  pathInSchema
    .filter((part, index) => index === 0 || !/^(list|element|bag|array|array_element|item)$/.test(part))
    .join('.');

/** Rows of a row group. */
export interface Slice {
  source: AsyncBuffer;
  metadata: FileMetaData;
  rowGroup: RowGroup;
  start: number;
  end: number;
}

/** The values of a slice by the paths of their columns. */
export type Columns = Map<string, unknown[]>;

/** Reads columns one after the other: the values of one as the library has them take several times the memory of what is kept. */
export async function readSlice(file: Pick<InputFile, 'path'>, slice: Slice, paths: string[]): Promise<Columns> {
  const columns: Columns = new Map();
  for (const column of slice.rowGroup.columns) {
    const path = toPath(column.meta_data?.path_in_schema ?? []);
    if (!paths.includes(path)) continue;
    checkColumnSize(file, path, column.meta_data);
    const values = new Array<unknown>(slice.end - slice.start);
    try {
      await parquetRead({
        file: slice.source,
        metadata: { ...slice.metadata, row_groups: [{ ...slice.rowGroup, columns: [column] }] },
        rowStart: slice.start,
        rowEnd: slice.end,
        useOffsetIndex: true,
        utf8: false,
        geoparquet: false,
        compressors: COMPRESSORS,
        onPage({ columnData, rowStart, rowEnd }) {
          const last = Math.min(rowEnd, slice.end);
          for (let row = Math.max(rowStart, slice.start); row < last; row++) {
            values[row - slice.start] = toKept(path, flatten(columnData[row - rowStart]));
          }
        },
      });
    } catch (error) {
      throw damaged(file, error);
    }
    columns.set(path, values);
  }
  return columns;
}

/** @throws {ImportError} when a column of a row group is too large to be held in memory */
export function checkColumnSize(
  file: Pick<InputFile, 'path'>,
  path: string,
  sizes: Pick<ColumnMetaData, 'total_compressed_size' | 'total_uncompressed_size'> | undefined,
): void {
  const { total_compressed_size = 0n, total_uncompressed_size = 0n } = sizes ?? {};
  const bytes = Math.max(Number(total_compressed_size), Number(total_uncompressed_size));
  if (bytes <= MAX_COLUMN_BYTES) return;
  const [megabytes, most] = [bytes, MAX_COLUMN_BYTES].map((size) => Math.round(size / 1024 ** 2));
  throw new ImportError(
    t(
      '{file}: a row group has {megabytes} MB of {column}, and at most {most} MB are read at once. Write the file with smaller row groups.',
      { file: file.path, megabytes: Number(megabytes), column: path, most: Number(most) },
    ),
  );
}

/** The only value of a list, or its values without the levels around them. */
function flatten(value: unknown): unknown {
  let only = value;
  while (Array.isArray(only) && only.length === 1) only = only[0];
  if (!Array.isArray(only)) return only;
  const values = only.flat(Number.POSITIVE_INFINITY).filter((one) => one !== null && one !== undefined);
  return values.length <= 1 ? values[0] : values;
}

/** Numbers, points and text: the views of bytes that the library makes take several times as much memory. */
function toKept(path: string, value: unknown): unknown {
  if (path === 'geometry') return value instanceof Uint8Array ? readWkbPoint(value) : null;
  if (Array.isArray(value)) return value.map(toText);
  // Some writers do not say which bytes are text.
  return value instanceof Uint8Array ? decoder.decode(value) : value;
}

/** The record at an index of a slice. */
export function toRecord(columns: Columns, index: number): PlaceRecord {
  const get = (path: string) => {
    const value = columns.get(path)?.[index];
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined || first === null ? '' : toText(first);
  };
  const getAll = (path: string) => {
    const value = columns.get(path)?.[index];
    return Array.isArray(value) ? value.map(toText) : value === undefined || value === null ? [] : [toText(value)];
  };
  return { point: getPoint(columns, index), getAll, get };
}

function getPoint(columns: Columns, index: number): Point | null {
  const point = columns.get('geometry')?.[index] as Point | null | undefined;
  if (point) return point;
  const lat = columns.get('latitude')?.[index] ?? columns.get('bbox.ymin')?.[index];
  const lng = columns.get('longitude')?.[index] ?? columns.get('bbox.xmin')?.[index];
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null;
}

const decoder = new TextDecoder();

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return decoder.decode(value);
  return value instanceof Date ? value.toISOString() : String(value);
}
