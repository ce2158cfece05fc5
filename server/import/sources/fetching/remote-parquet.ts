import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { AsyncBuffer, ColumnMetaData, FileMetaData, RowGroup } from 'hyparquet';
import { t } from '#contract/i18n/t.ts';
import { getCountyBoxes } from '#server/places/city-outlines.ts';
import { isTemporary, pauseBeforeRetry } from '#server/platform/outbound/http-client.ts';
import { readBody } from '#server/platform/outbound/read-body.ts';
import type { PlaceSchema } from '#server/source-files/datasets/place-record.ts';
import { findSchema, openMetadata, POINT_PATHS, toPath } from '#server/source-files/parquet-columns.ts';
import { ImportError } from '#server/source-files/rows.ts';
import type { BucketFile } from './bucket.ts';
import type { FetchContext } from './fetch-context.ts';

/** A file of which only some row groups and columns are read. */
export interface RemoteFile {
  file: BucketFile;
  schema: PlaceSchema;
  metadata: FileMetaData;
  /** Those that may have places in the region, with the columns that an import reads. */
  rowGroups: RowGroup[];
}

const FOOTER_BYTES = 512 * 1024;
const MAX_FAILURES = 5;
// So much between two columns is fetched with them, instead of with one more request.
const MAX_GAP_BYTES = 256 * 1024;

/**
 * Reads the end of a file, and chooses the row groups whose box meets one of the eight counties.
 * @param columns the paths without which the schema has changed
 * @throws {ImportError} that names the columns that are missing
 */
export async function openRemoteFile(
  context: FetchContext,
  file: BucketFile,
  { source, columns }: { source: string; columns: string[] },
): Promise<RemoteFile> {
  const parts = new Map<number, Buffer>();
  const footer: AsyncBuffer = {
    byteLength: file.size,
    async slice(start, end = file.size) {
      for (const [at, bytes] of parts) {
        if (start >= at && end <= at + bytes.length) return toArrayBuffer(bytes.subarray(start - at, end - at));
      }
      const from = Math.max(0, Math.min(start, file.size - FOOTER_BYTES));
      const bytes = await getRange(context, file, from, Math.max(end, Math.min(from + FOOTER_BYTES, file.size)));
      parts.set(from, bytes);
      return toArrayBuffer(bytes.subarray(start - from, end - from));
    },
  };
  const named = { path: file.url, size: file.size };
  const metadata = await openMetadata(named, footer);
  const schema = findSchema(named, metadata);
  const paths = new Set(
    metadata.row_groups[0]?.columns.map((column) => toPath(column.meta_data?.path_in_schema ?? [])),
  );
  const missing = columns.filter((path) => !paths.has(path));
  if (schema.source !== source || missing.length > 0) {
    throw new ImportError(
      t('{url}: the columns have changed. Missing: {missing}. It has: {found}. Nothing was imported.', {
        url: file.url,
        missing: missing.join(', ') || source,
        found: [...paths].slice(0, 80).join(', '),
      }),
    );
  }
  const wanted = new Set([...POINT_PATHS, ...schema.screeningPaths, ...schema.paths]);
  const rowGroups = metadata.row_groups.filter(meetsRegion).map((group) => ({
    ...group,
    columns: group.columns.filter((column) => wanted.has(toPath(column.meta_data?.path_in_schema ?? []))),
  }));
  return { file, schema, metadata: { ...metadata, row_groups: [] }, rowGroups };
}

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

/** Whether the box of a row group meets a county; also where the file does not say it. */
function meetsRegion({ columns }: RowGroup): boolean {
  const west = getBound(columns, ['bbox.xmin', 'longitude'], 'min_value');
  const east = getBound(columns, ['bbox.xmax', 'bbox.xmin', 'longitude'], 'max_value');
  const south = getBound(columns, ['bbox.ymin', 'latitude'], 'min_value');
  const north = getBound(columns, ['bbox.ymax', 'bbox.ymin', 'latitude'], 'max_value');
  return getCountyBoxes().some(([w, s, e, n]) => !(west > e || east < w || south > n || north < s));
}

/** NaN, which is neither larger nor smaller, where it is unknown. */
function getBound(columns: RowGroup['columns'], paths: string[], side: 'min_value' | 'max_value'): number {
  for (const path of paths) {
    const column = columns.find(({ meta_data }) => toPath(meta_data?.path_in_schema ?? []) === path);
    const value = column?.meta_data?.statistics?.[side];
    if (typeof value === 'number') return value;
  }
  return Number.NaN;
}

/** The bytes of the columns of row groups. */
export const countBytes = (groups: RowGroup[]): number =>
  groups
    .flatMap(({ columns }) => columns)
    .reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0);

/**
 * Fetches columns of a row group into a local file, at the places that they have in the remote one: the file is sparse.
 * @param onBytes called with the bytes that have come since
 */
export async function fetchColumns(
  context: FetchContext,
  file: BucketFile,
  columns: RowGroup['columns'],
  { handle, onBytes }: { handle: FileHandle; onBytes: (bytes: number) => void },
): Promise<void> {
  for (const { start, end } of toRanges(columns)) {
    let position = start;
    let failures = 0;
    while (position < end) {
      const before = position;
      try {
        await readBody(await openRange(context, file, position, end), async (chunk) => {
          await handle.write(chunk, 0, chunk.length, position);
          position += chunk.length;
          onBytes(chunk.length);
        });
      } catch (error) {
        failures = position > before ? 1 : failures + 1;
        if (!isTemporary(error) || failures >= MAX_FAILURES || context.signal?.aborted) throw error;
        const { retryDelayMs = 1000, signal } = context;
        await pauseBeforeRetry(failures, { retryDelayMs, signal });
      }
    }
  }
}

/** The byte ranges of columns, and of their indexes of pages; those that lie near each other as one. */
function toRanges(columns: RowGroup['columns']) {
  const ranges = columns
    .flatMap(({ meta_data, offset_index_offset, offset_index_length }) => [
      ...(meta_data ? [toRange(meta_data)] : []),
      ...(offset_index_offset && offset_index_length
        ? [{ start: Number(offset_index_offset), end: Number(offset_index_offset) + offset_index_length }]
        : []),
    ])
    .sort((a, b) => a.start - b.start);
  const merged: typeof ranges = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last && range.start - last.end <= MAX_GAP_BYTES) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

function toRange({ dictionary_page_offset, data_page_offset, total_compressed_size }: ColumnMetaData) {
  const hasDictionary = dictionary_page_offset && dictionary_page_offset < data_page_offset;
  const start = Number(hasDictionary ? dictionary_page_offset : data_page_offset);
  return { start, end: start + Number(total_compressed_size) };
}

async function getRange(context: FetchContext, file: BucketFile, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let position = start;
  for (let failures = 0; position < end; ) {
    const before = position;
    try {
      await readBody(await openRange(context, file, position, end), (chunk) => {
        chunks.push(chunk);
        position += chunk.length;
      });
    } catch (error) {
      failures = position > before ? 1 : failures + 1;
      if (!isTemporary(error) || failures >= MAX_FAILURES || context.signal?.aborted) throw error;
      const { retryDelayMs = 1000, signal } = context;
      await pauseBeforeRetry(failures, { retryDelayMs, signal });
    }
  }
  return Buffer.concat(chunks);
}

/** @throws {ImportError} when the server answers with another file, or does not know ranges */
async function openRange(
  { http, signal }: FetchContext,
  { url, size, etag }: BucketFile,
  start: number,
  end: number,
): Promise<Readable> {
  const response = await http.get(url, {
    headers: { range: `bytes=${start}-${end - 1}`, ...(etag.startsWith('"') && { 'if-match': etag }) },
    ...(signal && { signal }),
  });
  const range = response.getHeader('content-range');
  if (response.status === 206 && range === `bytes ${start}-${end - 1}/${size}`) return response.body;
  response.discard();
  throw new ImportError(
    response.status === 200
      ? t('{url}: the server can’t send parts of a file. Download it, and upload it under Imports.', { url })
      : t('{url} has changed while it was read. Start again.', { url }),
  );
}
