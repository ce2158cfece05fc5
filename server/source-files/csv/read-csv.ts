import { createHash } from 'node:crypto';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { readCell, readText } from '#server/source-files/cells.ts';
import { findColumns } from '#server/source-files/column-mapping.ts';
import { decodeText, detectEncoding, ENCODING_NAMES } from '#server/source-files/encoding.ts';
import type { InputFile } from '#server/source-files/input-file.ts';
import {
  COLUMNS,
  type Column,
  ImportError,
  type ImportRow,
  type ReadOptions,
  type RowNote,
} from '#server/source-files/rows.ts';
import { unwrapFields } from '#server/source-files/structured-text.ts';
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
  const columns = findColumns(header, file.path, options);
  options.onFormat?.(describeFormat(ENCODING_NAMES[encoding], table, columns));
  const toRow = createRowReader(columns, header.length, options);
  const splitter = createRecordSplitter(table.delimiter);
  splitter.setWidth(header.length);
  // The last row is held back until it is known to be the last.
  let previous: ImportRow | undefined;
  let text = start;
  for (let isEnd = false; !isEnd; ) {
    for (const record of splitter.push(text)) {
      if (record.line <= headerLine || isBlank(record)) continue;
      if (previous) yield previous;
      previous = toRow(record);
    }
    const next = await chunks.next();
    isEnd = next.done === true;
    if (!next.done) text = next.value;
  }
  const isCutOff = !/[\r\n]$/.test(text);
  for (const record of splitter.end()) {
    if (record.line <= headerLine || isBlank(record)) continue;
    if (previous) yield previous;
    previous = toRow(record);
  }
  if (previous?.rejection && isCutOff) {
    previous.rejection = { kind: 'cut off', text: t('the file ends within this row: it was cut off') };
  }
  if (previous) yield previous;
}

const isBlank = ({ fields }: CsvRecord) => fields.every((field) => field.trim() === '');

const MAX_NAMED = 20;

function describeFormat(encoding: string, { delimiter, header }: CsvTable, columns: Map<Column, number[]>) {
  const used = new Set([...columns.values()].flat());
  const unused = header.filter((_, index) => !used.has(index));
  const format = `CSV, ${encoding}, ${translateDefined(DELIMITER_NAMES[delimiter] ?? delimiter)}`;
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

function createRowReader(columns: Map<Column, number[]>, width: number, options: ReadOptions) {
  const indexes = COLUMNS.map((column) => [column, columns.get(column) ?? []] as const);
  const hasIds = columns.has('id');
  return ({ line, fields: record, isBroken }: CsvRecord): ImportRow => {
    const fields = {} as ImportRow['fields'];
    for (const [column, parts] of indexes) {
      // What is no name is reported as it is written.
      const read = column === 'name' ? readText : readCell;
      fields[column] =
        parts.length === 1
          ? read(record[parts[0] ?? 0] ?? '')
          : readAll(
              read,
              parts.map((index) => record[index] ?? ''),
            );
    }
    unwrapFields(fields);
    if (!hasIds) fields.id = toStableId(fields);
    fields.source ||= options.source ?? '';
    fields.date ||= options.date ?? '';
    return {
      line,
      fields,
      rejection: record.length !== width ? (isBroken ? BROKEN : RAGGED) : null,
      fallbackCategory: options.category ?? '',
    };
  };
}

/** What several columns say together. */
const readAll = (read: (text: string) => string, cells: string[]) => cells.map(read).filter(Boolean).join(' ');

/** Identifies a business in a file without ids, as long as its name and address stay. */
function toStableId({ name, address, zip, lat, lng }: ImportRow['fields']) {
  const place = address || zip ? [address, zip] : [lat, lng];
  const key = [name, ...place].join('|').toLowerCase();
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}
