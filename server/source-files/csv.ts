import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { findColumns } from './column-mapping.ts';
import { decodeText, detectEncoding, ENCODING_NAMES } from './encoding.ts';
import type { InputFile } from './input-file.ts';
import { normalizeText } from './normalize-text.ts';
import { COLUMNS, type Column, ImportError, type ImportRow, type ReadOptions, type RowNote } from './rows.ts';

// A record has a few hundred bytes; one far beyond that has an unclosed quotation mark.
const MAX_RECORD_BYTES = 100_000;

/** How records are divided, whatever the delimiter. */
export const PARSE_OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: MAX_RECORD_BYTES,
} satisfies Options;

const DELIMITERS: Record<string, string> = {
  ',': defineMessage('commas'),
  ';': defineMessage('semicolons'),
  '\t': defineMessage('tabs'),
  '|': defineMessage('vertical bars'),
};

/** Reads text with a header and one record per line. The delimiter is the one that divides the header into the most columns. */
export async function* readCsv(file: InputFile, options: ReadOptions): AsyncGenerator<ImportRow> {
  const encoding = await detectEncoding(file);
  const chunks = decodeText(file, encoding, options.progress ?? (() => {}));
  const { value: start = '' } = await chunks.next();
  const delimiter = findDelimiter(start);
  const parser = parse({ ...PARSE_OPTIONS, info: true, delimiter });
  let lastCharacter = '';
  const text = async function* () {
    yield start;
    lastCharacter = start.slice(-1);
    for await (const chunk of chunks) {
      yield chunk;
      lastCharacter = chunk.slice(-1);
    }
  };
  pipeline(Readable.from(text()), parser, () => {});
  let toRow: ((record: string[], lastLine: number) => ImportRow) | undefined;
  // The last row is held back until it is known to be the last.
  let previous: ImportRow | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (toRow) {
        if (previous) yield previous;
        previous = toRow(record, info.lines);
        continue;
      }
      const columns = findColumns(record, file.path, options);
      options.onFormat?.(describeFormat(ENCODING_NAMES[encoding], delimiter, record, columns));
      toRow = createRowReader(columns, record.length, options);
    }
  } catch (error) {
    throw error instanceof CsvError ? new ImportError(`${file.path}: ${describeCsvError(error)}`) : error;
  } finally {
    parser.destroy();
  }
  if (!toRow) throw new ImportError(t('{path} is empty.', { path: file.path }));
  if (previous?.rejection && !/[\r\n]/.test(lastCharacter)) {
    previous.rejection = { kind: 'cut off', text: t('the file ends within this row: it was cut off') };
  }
  if (previous) yield previous;
}

/** The delimiter that divides the header into the most columns. */
export function findDelimiter(start: string) {
  const counts = Object.keys(DELIMITERS).map((delimiter) => ({ delimiter, columns: countColumns(start, delimiter) }));
  return counts.reduce((best, next) => (next.columns > best.columns ? next : best)).delimiter;
}

function countColumns(start: string, delimiter: string) {
  try {
    return parseSync(start, { ...PARSE_OPTIONS, delimiter, to: 1 })[0]?.length ?? 0;
  } catch {
    // The parser of the whole file reports broken quoting.
    return 0;
  }
}

const MAX_NAMED = 20;

function describeFormat(encoding: string, delimiter: string, header: string[], columns: Map<Column, number[]>) {
  const used = new Set([...columns.values()].flat());
  const unused = header.filter((_, index) => !used.has(index)).map((name) => name.trim());
  const format = `CSV, ${encoding}, ${translateDefined(DELIMITERS[delimiter] ?? '')}`;
  if (unused.length === 0) return format;
  return t('{format}, not used: {names}{more, plural, =0 {} other { and # more}}', {
    format,
    names: unused.slice(0, MAX_NAMED).join(', '),
    more: Math.max(0, unused.length - MAX_NAMED),
  });
}

const RAGGED: RowNote = {
  kind: 'fields',
  get text() {
    return t('more or fewer fields than the header');
  },
};

function createRowReader(columns: Map<Column, number[]>, width: number, options: ReadOptions) {
  const indexes = COLUMNS.map((column) => [column, columns.get(column) ?? []] as const);
  const hasIds = columns.has('id');
  return (record: string[], lastLine: number): ImportRow => {
    const fields = {} as ImportRow['fields'];
    for (const [column, parts] of indexes) {
      fields[column] = normalizeText(parts.map((index) => record[index] ?? '').join(' '));
    }
    if (!hasIds) fields.id = toStableId(fields);
    fields.source ||= options.source ?? '';
    fields.date ||= options.date ?? '';
    return {
      line: lastLine - countLineBreaks(record),
      fields,
      rejection: record.length === width ? null : RAGGED,
      fallbackCategory: options.category ?? '',
    };
  };
}

/** Identifies a business in a file without ids, as long as its name and address stay. */
function toStableId({ name, address, zip, lat, lng }: ImportRow['fields']) {
  const place = address || zip ? [address, zip] : [lat, lng];
  const key = [name, ...place].join('|').toLowerCase();
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

function countLineBreaks(record: string[]) {
  let count = 0;
  for (const field of record) {
    if (field.includes('\n') || field.includes('\r')) count += field.match(/\r\n|\n|\r/g)?.length ?? 0;
  }
  return count;
}

function describeCsvError(error: CsvError) {
  const line = Number(error.lines);
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return t('a quotation mark is opened and never closed. Was the file cut off?');
    case 'CSV_MAX_RECORD_SIZE':
      return t(
        'line {line}: a record of more than {max} bytes. Is a quotation mark never closed, or is it no CSV file?',
        { line, max: MAX_RECORD_BYTES },
      );
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return t('line {line}: broken quoting. Quotation marks stand around a whole field, and double inside it.', {
        line,
      });
    default:
      return t('line {line}: {fault}', { line, fault: error.message });
  }
}
