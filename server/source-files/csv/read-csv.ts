import { createHash } from 'node:crypto';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { readCell, readText } from '#server/source-files/cells.ts';
import { readStatus } from '#server/source-files/closed-status.ts';
import { findColumns, findSheet, guessMapping } from '#server/source-files/column-mapping.ts';
import { splitPlace } from '#server/source-files/combined-place.ts';
import { decodeText, detectEncoding, ENCODING_NAMES } from '#server/source-files/encoding.ts';
import { createExportReader, isOwnExport } from '#server/source-files/exported-listings.ts';
import { joinDayHours, readDayColumn } from '#server/source-files/hours/day-columns.ts';
import type { InputFile } from '#server/source-files/input-file.ts';
import { refusePeople } from '#server/source-files/people.ts';
import { areSwapped } from '#server/source-files/point.ts';
import {
  COLUMNS,
  type Column,
  ImportError,
  type ImportRow,
  type ReadOptions,
  type RowNote,
} from '#server/source-files/rows.ts';
import { unwrapFields } from '#server/source-files/structured-text.ts';
import { createPlaceReader, findTableSchema } from './place-table.ts';
import { type CsvRecord, createRecordSplitter } from './records.ts';
import { type CsvTable, findTable } from './table.ts';

const DELIMITER_NAMES: Record<string, string> = {
  ',': defineMessage('commas'),
  ';': defineMessage('semicolons'),
  '\t': defineMessage('tabs'),
  '|': defineMessage('vertical bars'),
};

/**
 * Reads text with a header and one record per line (see `findTable`). A record that cannot be read is a rejected row.
 * @throws {ImportError} when it is no table, or columns are missing
 */
export async function* readCsv(file: InputFile, options: ReadOptions): AsyncGenerator<ImportRow> {
  const encoding = await detectEncoding(file);
  const chunks = decodeText(file, encoding, options.progress ?? (() => {}));
  const { value: start = '' } = await chunks.next();
  const table = findTable(start, options.mapping);
  const { header, headerLine } = table;
  if (headerLine === 0) throw new ImportError(t('{path} is empty.', { path: file.path }));
  const toRow = await openRowReader(file, ENCODING_NAMES[encoding], table, options);
  const splitter = createRecordSplitter(table.delimiter);
  splitter.setWidth(header.length);
  let last = start;
  const records = async function* () {
    yield* splitter.push(start);
    for await (const text of chunks) {
      last = text;
      yield* splitter.push(text);
    }
    yield* splitter.end();
  };
  // The last row is held back until it is known to be the last.
  let previous: ImportRow | undefined;
  for await (const record of records()) {
    if (record.line <= headerLine || isBlank(record)) continue;
    if (previous) yield previous;
    previous = toRow(record);
  }
  if (previous?.rejection && !/[\r\n]$/.test(last)) {
    previous.rejection = { kind: 'cut off', text: t('the file ends within this row: it was cut off') };
  }
  if (previous) yield previous;
}

/** Reads the columns of a dataset, or those that the names of columns and the mapping say. */
async function openRowReader(file: InputFile, encoding: string, table: CsvTable, options: ReadOptions) {
  const { header, delimiter } = table;
  const format = `CSV, ${encoding}, ${translateDefined(DELIMITER_NAMES[delimiter] ?? delimiter)}`;
  const schema = options.mapping ? undefined : findTableSchema(header);
  if (schema) options.onFormat?.(`${format}, ${schema.source}`);
  const isExport = !options.mapping && isOwnExport(header);
  if (isExport) options.onFormat?.(t('{format}, an export of listings', { format }));
  const toWholeRow = isExport
    ? createExportReader(header, options)
    : schema
      ? await createPlaceReader(schema, header, options)
      : openColumns(file, format, table, options);
  return (record: CsvRecord): ImportRow => {
    const row = toWholeRow(record);
    const isWhole = record.fields.length === header.length;
    return isWhole ? row : { ...row, rejection: record.isBroken ? BROKEN : RAGGED };
  };
}

function openColumns({ path }: InputFile, format: string, { header, records }: CsvTable, options: ReadOptions) {
  const sheet = options.mapping ? undefined : findSheet(header);
  const chosen = sheet ? { ...options, mapping: guessMapping(header) } : options;
  if (!options.areBusinesses)
    refusePeople(
      path,
      header,
      records.map(({ fields }) => fields),
      chosen.mapping,
    );
  const columns = findColumns(header, path, chosen);
  options.onFormat?.(describeFormat(sheet ? `${format}, ${sheet}` : format, header, columns));
  // A sheet of Google's has nothing in the cell of a day on which the business is closed.
  return createRowReader(columns, header, { ...options, areBlankDaysClosed: sheet !== undefined });
}

const isBlank = ({ fields }: CsvRecord) => fields.every((field) => field.trim() === '');

const MAX_NAMED = 20;

function describeFormat(format: string, header: string[], columns: Map<Column, number[]>) {
  const used = new Set([...columns.values()].flat());
  const unused = header.filter((_, index) => !used.has(index));
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

const BROKEN: RowNote = {
  kind: 'quotation marks',
  get text() {
    return t('broken quoting: quotation marks stand around a whole field, and double inside it');
  },
};

function createRowReader(
  columns: Map<Column, number[]>,
  header: string[],
  options: ReadOptions & { areBlankDaysClosed: boolean },
) {
  const readers = COLUMNS.map(
    (column) => [column, createCellReader(column, columns.get(column) ?? [], header, options)] as const,
  );
  const hasIds = columns.has('id');
  return ({ line, fields: record }: CsvRecord): ImportRow => {
    const fields = {} as ImportRow['fields'];
    for (const [column, read] of readers) fields[column] = read(record);
    unwrapFields(fields);
    splitPlace(fields);
    if (options.swapPoints) swapFields(fields);
    if (!hasIds) fields.id = toStableId(fields);
    fields.source ||= options.source ?? '';
    fields.date ||= options.date ?? '';
    return { line, fields, rejection: null, fallbackCategory: options.category ?? '' };
  };
}

/** Reads what one or several columns say together. */
function createCellReader(
  column: Column,
  indexes: number[],
  header: string[],
  { areBlankDaysClosed }: { areBlankDaysClosed: boolean },
): (record: string[]) => string {
  // What is no name is reported as it is written, and an id is a key, whatever it says.
  const read = column === 'name' || column === 'id' ? readText : readCell;
  const [first, ...more] = indexes;
  if (first === undefined) return () => '';
  const names = indexes.map((index) => header[index] ?? '');
  if (column === 'hours' && names.every(readDayColumn)) {
    return (record) =>
      joinDayHours(
        indexes.map((index, n) => ({ name: names[n] ?? '', text: readText(record[index] ?? '') })),
        { areBlankDaysClosed },
      );
  }
  if (column === 'status' && names[0]) return (record) => readStatus(names[0] as string, read(record[first] ?? ''));
  if (more.length === 0) return (record) => read(record[first] ?? '');
  return (record) =>
    indexes
      .map((index) => read(record[index] ?? ''))
      .filter(Boolean)
      .join(' ');
}

function swapFields(fields: ImportRow['fields']) {
  const { lat, lng } = fields;
  if (areSwapped(lat, lng)) Object.assign(fields, { lat: lng, lng: lat });
}

/** Identifies a business in a file without ids, as long as its name and address stay. */
function toStableId({ name, address, zip, lat, lng }: ImportRow['fields']) {
  const place = address || zip ? [address, zip] : [lat, lng];
  const key = [name, ...place].join('|').toLowerCase();
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}
