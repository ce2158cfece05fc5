import { isKnownColumnName } from '#server/source-files/column-mapping.ts';
import { normalizeText } from '#server/source-files/normalize-text.ts';
import type { ColumnMapping } from '#server/source-files/rows.ts';
import { nameColumns } from './column-positions.ts';
import { type CsvRecord, createRecordSplitter } from './records.ts';

/** Where the table of a CSV file is, and what divides its columns. */
export interface CsvTable {
  delimiter: string;
  /** The names of the columns, each different. */
  header: string[];
  /** The line of the header, or 0 where there is none. */
  headerLine: number;
  /** The records after it, as far as the text has them. */
  records: CsvRecord[];
}

export const DELIMITERS = [',', ';', '\t', '|'];

// Titles, dates and blank rows stand above the header.
const MAX_ROWS_ABOVE = 4;
// So much text is enough for a title and a header.
const START_LENGTH = 120_000;

/**
 * Finds the header of a CSV file in its first rows, and the delimiter that divides it into the most columns.
 * @param start the text from its beginning
 */
export function findTable(start: string, mapping: ColumnMapping = {}): CsvTable {
  // Excel writes the delimiter into a first line of its own.
  const [line = '', given] = /^"?sep=(.)"?[^\r\n]*(?:\r\n|\n|\r)/i.exec(start) ?? [];
  const text = start.slice(line.length, line.length + START_LENGTH);
  const mapped = new Set(Object.values(mapping).map((name) => name.trim().toLowerCase()));
  const tables = (given ? [given] : DELIMITERS).map((delimiter) =>
    readTable(text, delimiter, { mapped, firstLine: line ? 2 : 1, isWhole: start.length <= START_LENGTH }),
  );
  return tables.reduce((best, next) => (next.rank > best.rank ? next : best));
}

interface Start {
  mapped: ReadonlySet<string>;
  firstLine: number;
  isWhole: boolean;
}

function readTable(
  text: string,
  delimiter: string,
  { mapped, firstLine, isWhole }: Start,
): CsvTable & { rank: number } {
  const splitter = createRecordSplitter(delimiter, firstLine);
  const records = splitter.push(text);
  if (isWhole || records.length === 0) records.push(...splitter.end());
  const index = findHeader(records.slice(0, MAX_ROWS_ABOVE + 1), mapped);
  const header = records[index];
  return {
    delimiter,
    header: header ? nameColumns(header.fields) : [],
    headerLine: header?.line ?? 0,
    records: records.slice(index + 1),
    rank: header ? 1000 * countKnown(header, mapped) + header.fields.length : 0,
  };
}

/** The first row that has the names of several columns, or else the first one that is about as wide as the widest. */
function findHeader(records: CsvRecord[], mapped: ReadonlySet<string>) {
  const known = records.map((record) => countKnown(record, mapped));
  const filled = records.map(({ fields }) => fields.filter((field) => field.trim() !== '').length);
  const mostKnown = Math.max(0, ...known);
  if (mostKnown >= 2 && mostKnown >= (known[0] ?? 0) + 2) return known.indexOf(mostKnown);
  if (known[0]) return 0;
  return Math.max(
    0,
    filled.findIndex((count) => 2 * count >= Math.max(...filled)),
  );
}

const countKnown = ({ fields }: CsvRecord, mapped: ReadonlySet<string>) =>
  fields.filter((field) => {
    const name = normalizeText(field);
    return name !== '' && (mapped.has(name.toLowerCase()) || isKnownColumnName(name));
  }).length;
