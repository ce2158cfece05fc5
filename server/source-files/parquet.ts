import type { AsyncBuffer } from 'hyparquet';
import { nameRejected, screenRecord, toRow } from '#server/source-files/datasets/place-record.ts';
import type { InputFile } from './input-file.ts';
import { findSchema, MAX_SLICE_ROWS, openMetadata, POINT_PATHS, readSlice, toRecord } from './parquet-columns.ts';
import type { ImportRow, ReadOptions } from './rows.ts';
import { readSourceCategories } from './source-categories.ts';

/** Reads the places of Overture Maps or Foursquare from a Parquet file: slices of row groups, and in them only the needed columns. */
export async function* readParquet(file: InputFile, options: ReadOptions): AsyncGenerator<ImportRow> {
  const source: AsyncBuffer = {
    byteLength: file.size,
    async slice(start, end = file.size) {
      const bytes = new Uint8Array(end - start);
      await file.handle.read(bytes, 0, bytes.length, start);
      return bytes.buffer;
    },
  };
  const metadata = await openMetadata(file, source);
  const schema = findSchema(file, metadata);
  options.onFormat?.(`Parquet, ${schema.source}`);
  const categories = await readSourceCategories();
  let line = 1;
  for (const rowGroup of metadata.row_groups) {
    const rows = Number(rowGroup.num_rows);
    for (let start = 0; start < rows; start += MAX_SLICE_ROWS) {
      const slice = { source, metadata, rowGroup, start, end: Math.min(rows, start + MAX_SLICE_ROWS) };
      const screened = await readSlice(file, slice, [...POINT_PATHS, ...schema.screeningPaths]);
      const first = line;
      const rejected = Array.from({ length: slice.end - start }, (_, index) =>
        screenRecord(schema, toRecord(screened, index), first + index, options),
      );
      const columns = new Map([
        ...screened,
        ...(await readSlice(file, slice, rejected.some(needsMore) ? schema.paths : [])),
      ]);
      for (const [index, row] of rejected.entries()) {
        const record = toRecord(columns, index);
        yield row ? nameRejected(schema, record, row) : toRow(schema, categories, record, line, options);
        line++;
      }
    }
    options.progress?.(Math.round((file.size * (line - 1)) / Number(metadata.num_rows)), file.size);
  }
}

/** Whether a row is converted, or rejected and named in the report. */
const needsMore = (row: ImportRow | null) => !row?.rejection?.isOnlyCounted;
