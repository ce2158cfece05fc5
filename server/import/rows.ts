import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** The whole file is refused. The message is one line for the user. Nothing was changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

const COLUMNS = [
  ...['id', 'name', 'category_raw', 'category', 'address', 'city', 'state', 'zip', 'county'],
  ...['phone', 'website', 'lat', 'lng', 'source'],
] as const;
const OPTIONAL_COLUMNS = ['email', 'days', 'hours', 'months'] as const;

/** The required columns of `data/README.md`, and the optional ones. */
export type Column =
  | 'id'
  | 'name'
  | 'category_raw'
  | 'category'
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'county'
  | 'phone'
  | 'website'
  | 'lat'
  | 'lng'
  | 'source'
  | (typeof OPTIONAL_COLUMNS)[number];

/** A record of the file: every known column, trimmed; '' where it is blank or the column is missing. */
export interface ImportRow {
  /** The line at which the record begins, from 1. */
  line: number;
  fields: Record<Column, string>;
  /** Whether the number of fields differs from the header's: the fields are then unreliable. */
  ragged: boolean;
}

// A record has a few hundred bytes; one far beyond that has an unclosed quotation mark.
const MAX_RECORD_BYTES = 100_000;
const MAX_ROWS = 1_000_000;

/**
 * Reads a CSV file of the shape that `data/README.md` describes, row by row, in bounded memory.
 * @param progress called with the bytes read and the size of the file
 * @throws {ImportError} when there is no such file, or it is empty, not UTF-8, not CSV, or has other columns
 */
export async function* readRows(
  path: string,
  progress: (bytes: number, total: number) => void = () => {},
): AsyncGenerator<ImportRow> {
  const file = await openFile(path);
  const parser = parse({
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  pipeline(Readable.from(decode(file, path, progress)), parser, () => {});
  let header: string[] | undefined;
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!header) {
        header = readHeader(record, path);
        continue;
      }
      if (++rows > MAX_ROWS) throw new ImportError(`${path}: more than ${MAX_ROWS} rows. Split it.`);
      yield {
        line: info.lines - countLineBreaks(record),
        fields: readFields(header, record),
        ragged: record.length !== header.length,
      };
    }
    if (!header) throw new ImportError(`${path} is empty.`);
  } catch (error) {
    throw error instanceof CsvError ? new ImportError(`${path}: ${describeCsvError(error)}`) : error;
  } finally {
    parser.destroy();
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ImportError(`There is no file ${path}.`);
    if (code === 'EACCES') throw new ImportError(`${path} may not be read.`);
    throw new ImportError(`${path} cannot be opened: ${message}`);
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new ImportError(`${path} is not a file.`);
}

async function* decode(file: FileHandle, path: string, progress: (bytes: number, total: number) => void) {
  const { size } = await file.stat();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decodeChunk = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ImportError(`${path} is not text in UTF-8.`);
    }
  };
  let bytes = 0;
  for await (const chunk of createReadStream('', { fd: file, autoClose: false }) as AsyncIterable<Buffer>) {
    const text = decodeChunk(chunk);
    if (text.includes('\0')) throw new ImportError(`${path} is not text: it holds NUL bytes.`);
    yield text;
    bytes += chunk.length;
    progress(bytes, size);
  }
  yield decodeChunk();
}

function readHeader(record: string[], path: string) {
  const header = record.map((name) => name.trim().toLowerCase());
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new ImportError(`${path} lacks the columns ${missing.join(', ')}: see data/README.md.`);
  }
  const twice = COLUMNS.filter((column) => header.indexOf(column) !== header.lastIndexOf(column));
  if (twice.length > 0) throw new ImportError(`${path} has the column ${twice[0]} twice.`);
  return header;
}

function readFields(header: string[], record: string[]) {
  const field = (column: string) => normalizeText(record[header.indexOf(column)] ?? '');
  return Object.fromEntries(
    [...COLUMNS, ...OPTIONAL_COLUMNS].map((column) => [column, field(column)]),
  ) as ImportRow['fields'];
}

/** Normalized to NFC, without invisible characters, with single spaces between words and none around them. */
const normalizeText = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Co}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

const countLineBreaks = (record: string[]) =>
  record.reduce((sum, field) => sum + (field.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

function describeCsvError(error: CsvError) {
  const line = `line ${error.lines}`;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark is opened and never closed.';
    case 'CSV_MAX_RECORD_SIZE':
      return `${line}: a record of more than ${MAX_RECORD_BYTES} bytes. Is a quotation mark never closed, or is it no CSV file?`;
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `${line}: broken quoting. Quotation marks stand around a whole field, and double inside it.`;
    default:
      return `${line}: ${error.message}`;
  }
}
