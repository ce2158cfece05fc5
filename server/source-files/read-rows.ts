import { t } from '#contract/i18n/t.ts';
import { readCsv } from './csv.ts';
import { type CsvHead, readCsvHead } from './csv-head.ts';
import { readGeoJson } from './geojson.ts';
import { type InputFile, openInputFile } from './input-file.ts';
import { readParquet } from './parquet.ts';
import { ImportError, type ImportRow, type ReadOptions } from './rows.ts';

/**
 * Reads a file of businesses row by row, in bounded memory. Its format is recognized by its content.
 * @throws {ImportError} when there is no such file, or it is in no known format, or columns are missing
 */
export async function* readRows(path: string, options: ReadOptions = {}): AsyncGenerator<ImportRow> {
  const file = await openInputFile(path);
  try {
    yield* findReader(file)(file, options);
  } finally {
    await file.handle.close();
  }
}

/**
 * The columns of a CSV file and its first rows; null for a file of another format.
 * @throws {ImportError} when there is no such file, or it is in no known format
 */
export async function readColumns(path: string): Promise<CsvHead | null> {
  const file = await openInputFile(path);
  try {
    return findReader(file) === readCsv ? readCsvHead(file) : null;
  } finally {
    await file.handle.close();
  }
}

function findReader(file: InputFile): (file: InputFile, options: ReadOptions) => AsyncGenerator<ImportRow> {
  const magic = file.head.toString('latin1', 0, 4);
  if (magic === 'PK\x03\x04') {
    throw new ImportError(
      t('{path} is a spreadsheet or a ZIP archive. Save it as CSV, or unpack it.', { path: file.path }),
    );
  }
  if (magic.startsWith('\x1f\x8b'))
    throw new ImportError(t('{path} is compressed. Unpack it with gunzip.', { path: file.path }));
  if (magic === 'PAR1') return readParquet;
  if (isJson(file.head)) return readGeoJson;
  return readCsv;
}

const RECORD_SEPARATOR = '\u001e';

/** Whether the first character after a byte order mark and record separators (RFC 8142) opens an object or an array. */
function isJson(head: Buffer) {
  const text = head.toString('utf8', 0, 1000).replace('\ufeff', '').replaceAll(RECORD_SEPARATOR, '');
  return /^\s*[{[]/.test(text);
}
