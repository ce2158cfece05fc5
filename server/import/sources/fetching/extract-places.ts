import { type FileHandle, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import type { AsyncBuffer, RowGroup } from 'hyparquet';
import { t } from '#contract/i18n/t.ts';
import { assertRoom } from '#server/import/uploads/files.ts';
import { isInCounties } from '#server/places/city-outlines.ts';
import type { PlaceRecord, PlaceSchema } from '#server/source-files/datasets/place-record.ts';
import { MAX_SLICE_ROWS, POINT_PATHS, readSlice, toPath, toRecord } from '#server/source-files/parquet-columns.ts';
import { ImportError } from '#server/source-files/rows.ts';
import type { BucketFile } from './bucket.ts';
import type { FetchContext } from './fetch-context.ts';
import { countBytes, fetchColumns, openRemoteFile, type RemoteFile } from './remote-parquet.ts';

/** How far an extraction is that was cut off. */
interface State {
  /** Of which files, so that another release begins anew. */
  of: string;
  groups: number;
  /** The size of the output after so many row groups. */
  bytes: number;
}

/**
 * Writes the places of the eight counties that Parquet files on a server have, as features of GeoJSON, one on each line. Of the files it
 * reads the ends, and the needed columns of the row groups whose box meets a county. Places without a point are left out.
 * @param path of the output; a former call that was cut off is continued
 * @returns the number of places
 * @throws {ImportError} when the schema has changed, or the disk has no room
 */
export async function extractPlaces(
  context: FetchContext,
  files: BucketFile[],
  path: string,
  expected: { source: string; columns: string[] },
): Promise<void> {
  const { folder, onProgress, onStep } = context;
  onStep?.(t('Reading the lists of {count, plural, one {# file} other {# files}}…', { count: files.length }));
  const remote: RemoteFile[] = [];
  for (const file of files) remote.push(await openRemoteFile(context, file, expected));
  const groups = remote.flatMap((file) => file.rowGroups.map((rowGroup) => ({ file, rowGroup })));
  if (groups.length === 0)
    throw new ImportError(t('{url} has no places in the region.', { url: files[0]?.url ?? '–' }));
  const total = countBytes(groups.map(({ rowGroup }) => rowGroup));
  // Text takes about three times the bytes of compressed columns, and the columns of one row group lie beside it.
  await assertRoom(folder, 3 * total);
  const of = JSON.stringify(files.map(({ key, size, etag }) => [key, size, etag]));
  const state = await readState(path, of);
  const columns = await open(`${path}.columns`, 'w+', 0o600);
  const output = await open(`${path}.part`, state.groups > 0 ? 'a' : 'w', 0o600);
  try {
    let done = countBytes(groups.slice(0, state.groups).map(({ rowGroup }) => rowGroup));
    const onBytes = (bytes: number) => {
      done = Math.min(total, done + bytes);
      onProgress?.(done, total);
    };
    onProgress?.(done, total);
    for (const [index, { file, rowGroup }] of groups.entries()) {
      if (index < state.groups) continue;
      context.signal?.throwIfAborted();
      await extractGroup(context, { file, rowGroup, columns, output, onBytes });
      await columns.truncate(0);
      await output.datasync();
      const { size } = await output.stat();
      await writeFile(`${path}.json`, JSON.stringify({ of, groups: index + 1, bytes: size } satisfies State));
    }
  } finally {
    await columns.close();
    await output.close();
    await rm(`${path}.columns`, { force: true });
  }
  await rename(`${path}.part`, path);
  await rm(`${path}.json`, { force: true });
}

async function readState(path: string, of: string): Promise<State> {
  const text = await readFile(`${path}.json`, 'utf8').catch(() => null);
  const state: State | null = text === null ? null : JSON.parse(text);
  if (state?.of !== of) return { of, groups: 0, bytes: 0 };
  await truncate(`${path}.part`, state.bytes);
  return state;
}

interface Extraction {
  file: RemoteFile;
  rowGroup: RowGroup;
  /** The local file for the columns. */
  columns: FileHandle;
  output: FileHandle;
  onBytes: (bytes: number) => void;
}

/** Fetches where the places of a row group are, and the rest of its columns if one is in the region. */
async function extractGroup(context: FetchContext, { file, rowGroup, columns, output, onBytes }: Extraction) {
  const isPoint = (column: RowGroup['columns'][number]) =>
    POINT_PATHS.includes(toPath(column.meta_data?.path_in_schema ?? []));
  const pointColumns = rowGroup.columns.filter(isPoint);
  await fetchColumns(context, file.file, pointColumns, { handle: columns, onBytes });
  const source = toBuffer(columns, file.file.size);
  const named = { path: file.file.url };
  const slices = toSlices(file, rowGroup, source);
  const chosen: number[][] = [];
  for (const slice of slices) {
    const points = await readSlice(named, slice, POINT_PATHS);
    const indexes = Array.from({ length: slice.end - slice.start }, (_, index) => index);
    chosen.push(
      indexes.filter((index) => {
        const { point } = toRecord(points, index);
        return point !== null && isInCounties(point);
      }),
    );
  }
  const otherColumns = rowGroup.columns.filter((column) => !isPoint(column));
  if (chosen.every((indexes) => indexes.length === 0)) {
    onBytes(countBytes([{ ...rowGroup, columns: otherColumns }]));
    return;
  }
  await fetchColumns(context, file.file, otherColumns, { handle: columns, onBytes });
  const paths = [...file.schema.screeningPaths, ...file.schema.paths];
  for (const [number, slice] of slices.entries()) {
    const indexes = chosen[number] ?? [];
    if (indexes.length === 0) continue;
    const values = await readSlice(named, slice, [...POINT_PATHS, ...paths]);
    const lines = indexes.map((index) => toLine(file.schema, toRecord(values, index)));
    await output.write(`${lines.join('\n')}\n`);
  }
}

const toSlices = ({ metadata }: RemoteFile, rowGroup: RowGroup, source: AsyncBuffer) => {
  const rows = Number(rowGroup.num_rows);
  return Array.from({ length: Math.ceil(rows / MAX_SLICE_ROWS) }, (_, index) => {
    const start = index * MAX_SLICE_ROWS;
    return { source, metadata, rowGroup, start, end: Math.min(rows, start + MAX_SLICE_ROWS) };
  });
};

const toBuffer = (handle: FileHandle, size: number): AsyncBuffer => ({
  byteLength: size,
  async slice(start, end = size) {
    const bytes = new Uint8Array(end - start);
    await handle.read(bytes, 0, bytes.length, start);
    return bytes.buffer;
  },
});

/** A feature whose properties have the paths of the columns as names, which an import reads like nested ones. */
function toLine(schema: PlaceSchema, record: PlaceRecord): string {
  const { point } = record;
  const properties: Record<string, string | string[]> = {};
  for (const path of [...schema.screeningPaths, ...schema.paths]) {
    const values = record.getAll(path);
    if (values.length > 0) properties[path] = values.length === 1 ? String(values[0]) : values;
  }
  return JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [point?.lng, point?.lat] },
    properties,
  });
}
