import { t } from '#contract/i18n/t.ts';
import { type CsvHead, readCsvHead } from '#server/source-files/csv/csv-head.ts';
import { findTableSchema } from '#server/source-files/csv/place-table.ts';
import { readCsv } from '#server/source-files/csv/read-csv.ts';
import { isOwnExport } from './exported-listings.ts';
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
 * The columns of a CSV file and its first rows; null for a file whose columns its format defines.
 * @throws {ImportError} when there is no such file, or it is in no known format
 */
export async function readColumns(path: string): Promise<CsvHead | null> {
  const file = await openInputFile(path);
  try {
    if (findReader(file) !== readCsv) return null;
    const head = readCsvHead(file);
    return findTableSchema(head.header) || isOwnExport(head.header) ? null : head;
  } finally {
    await file.handle.close();
  }
}

function findReader(file: InputFile): (file: InputFile, options: ReadOptions) => AsyncGenerator<ImportRow> {
  const magic = file.head.toString('latin1', 0, 8);
  const foreign = FOREIGN_FORMATS.find(({ isOne }) => isOne(magic, file.head));
  if (foreign) throw new ImportError(foreign.message(file.path));
  if (magic.startsWith('PAR1')) return readParquet;
  if (isJson(file.head)) return readGeoJson;
  return readCsv;
}

const startsAs = (pattern: RegExp) => (_: string, head: Buffer) => pattern.test(head.toString('latin1', 0, 1000));

/** What a file is instead, whatever its name says, and what to do. */
const FOREIGN_FORMATS: { isOne: (magic: string, head: Buffer) => boolean; message: (path: string) => string }[] = [
  {
    isOne: (magic, head) =>
      magic.startsWith('PK\x03\x04') && /\[Content_Types\]\.xml|xl\//.test(head.toString('latin1')),
    message: (path) =>
      t(
        '{path} is an Excel workbook (XLSX). Open it in Excel, choose File, Save As, then “CSV UTF-8”. In Google Sheets choose File, Download, “Comma-separated values”.',
        { path },
      ),
  },
  {
    isOne: (magic) => magic.startsWith('PK\x03\x04'),
    message: (path) =>
      t('{path} is a spreadsheet or a ZIP archive. Open a spreadsheet and save it as “CSV UTF-8”; unpack an archive.', {
        path,
      }),
  },
  {
    isOne: (magic) => magic.startsWith('\xd0\xcf\x11\xe0'),
    message: (path) =>
      t('{path} is an old Excel workbook (XLS). Open it in Excel, choose File, Save As, then “CSV UTF-8”.', { path }),
  },
  {
    isOne: (magic) => magic.startsWith('\x1f\x8b'),
    message: (path) =>
      t('{path} is compressed. Unpack it first, with a double click or a program such as 7-Zip.', { path }),
  },
  {
    isOne: startsAs(/^\s*%PDF-/),
    message: (path) =>
      t('{path} is a PDF. It has pages, not rows: get the table itself, and save it as CSV.', { path }),
  },
  {
    isOne: startsAs(/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|table)\b/i),
    message: (path) =>
      t(
        '{path} is a web page (HTML), maybe the message of an error. Download the file again, or save the table as CSV.',
        { path },
      ),
  },
  {
    isOne: startsAs(/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|kml|gpx|osm)\b/i),
    message: (path) => t('{path} is XML, such as KML, GPX or OSM. Save it as CSV or GeoJSON.', { path }),
  },
];

const RECORD_SEPARATOR = '\u001e';

/** Whether the first character after a byte order mark and record separators (RFC 8142) opens an object or an array. */
function isJson(head: Buffer) {
  const text = head.toString('utf8', 0, 1000).replace('\ufeff', '').replaceAll(RECORD_SEPARATOR, '');
  return /^\s*[{[]/.test(text);
}
