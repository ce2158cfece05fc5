import { t } from '#contract/i18n/t.ts';
import { withoutPosition } from '#server/source-files/csv/column-positions.ts';
import { findDayColumns } from '#server/source-files/hours/day-columns.ts';
import { ADDRESS_CONTINUATIONS, FULL_ADDRESSES, USUAL_COLUMN_NAMES } from './column-names.ts';
import { toNameKey } from './name-key.ts';
import { COLUMNS, type Column, type ColumnMapping, ImportError, type ReadOptions } from './rows.ts';

/**
 * Parses 'name=Business,zip=Postal'. A comma without a following '=' belongs to the name of the column.
 * @throws {ImportError} when a part is not of that form, or names no column of `data/README.md`
 */
export function parseMapping(text: string): ColumnMapping {
  const parts: string[] = [];
  for (const part of text.split(',')) {
    if (part.includes('=') || parts.length === 0) parts.push(part);
    else parts.push(`${parts.pop()},${part}`);
  }
  const mapping: ColumnMapping = {};
  for (const part of parts) {
    const [, column = '', name = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(part) ?? [];
    if (!isColumn(column) || !name.trim()) {
      throw new ImportError(
        `--map: '${part.trim()}' is not like name=Business. The columns are ${COLUMNS.join(', ')}.`,
      );
    }
    if (mapping[column]) throw new ImportError(`--map: ${column} is mapped twice.`);
    mapping[column] = name.trim();
  }
  return mapping;
}

/** Writes a mapping as `parseMapping` reads it. */
export const formatMapping = (mapping: ColumnMapping): string =>
  COLUMNS.filter((column) => mapping[column])
    .map((column) => `${column}=${mapping[column]}`)
    .join(',');

/** Guesses by the usual names of columns which column of a file holds what. Each is used once. */
export function guessMapping(header: string[]): ColumnMapping {
  // Of several columns of one name it is the first.
  const unused = new Map(header.toReversed().map((name) => [toNameKey(withoutPosition(name)), name.trim()]));
  const mapping: ColumnMapping = {};
  for (const column of COLUMNS) {
    const key = USUAL_COLUMN_NAMES[column]?.find((usual) => unused.has(usual));
    if (key === undefined) continue;
    mapping[column] = unused.get(key);
    unused.delete(key);
  }
  if (mapping.address) {
    const more = ADDRESS_CONTINUATIONS.map((usual) => unused.get(usual)).filter((name) => name !== undefined);
    mapping.address = [mapping.address, ...more].join('+');
  }
  const isFull = FULL_ADDRESSES.includes(toNameKey(mapping.address ?? ''));
  if (isFull && !mapping.city && !mapping.zip) mapping.city = mapping.address;
  const days = findDayColumns(header);
  if (!mapping.hours && days.length > 0) mapping.hours = days.join('+');
  return mapping;
}

/** Sheets of other programs whose columns are known, by names that only they have together. */
const SHEETS = [{ program: 'Google Business Profile', signature: ['store code', 'business name', 'primary category'] }];

/** The program whose sheet has these columns: its file needs no mapping. */
export function findSheet(header: string[]): string | undefined {
  const names = new Set(header.map(toNameKey));
  return SHEETS.find(({ signature }) => signature.every((name) => names.has(name)))?.program;
}

/**
 * The indexes in the header of what holds each column: columns have the names of `data/README.md`, or those of the mapping. Several that
 * a mapping joins with plus signs ('Number+Street') hold one together.
 * @throws {ImportError} when a mapped column is missing, a column comes twice, or a needed one is unknown; then with a guess
 */
export function findColumns(header: string[], path: string, options: ReadOptions): Map<Column, number[]> {
  const keys = header.map((name) => name.trim().toLowerCase());
  const findIndex = (name: string) => {
    const key = name.toLowerCase();
    const index = keys.indexOf(key);
    const positions = index === -1 ? header.filter((other) => withoutPosition(other).toLowerCase() === key) : [];
    if (positions.length > 0) {
      throw new ImportError(
        t('{path} has several columns {name}. Choose one by its position: {positions}', {
          path,
          name,
          positions: positions.join(', '),
        }),
      );
    }
    return index;
  };
  const indexes = new Map<Column, number[]>();
  for (const column of COLUMNS) {
    const name = options.mapping?.[column];
    if (name === '') continue;
    const isOne = name === undefined || keys.includes(name.toLowerCase());
    const parts = isOne ? [name ?? column] : name.split('+').map((part) => part.trim());
    const found = parts.map(findIndex);
    const missing = parts[found.indexOf(-1)];
    if (missing === undefined) indexes.set(column, found);
    else if (name !== undefined) {
      throw new ImportError(
        t("{path} has no column ''{name}''. Its columns are {columns}.", {
          path,
          name: missing,
          columns: listColumns(header),
        }),
      );
    }
  }
  const missing = findMissing((column) => indexes.has(column), options);
  if (missing.length > 0) throw new ImportError(describeMissing(missing, header, path, options));
  return indexes;
}

type Needed = 'name' | 'place' | 'category' | 'source';

const NEEDED: Record<Needed, (has: (column: Column) => boolean, options: ReadOptions) => boolean> = {
  name: (has) => has('name'),
  place: (has) => has('zip') || has('city') || (has('lat') && has('lng')),
  category: (has, options) => has('category') || has('category_raw') || Boolean(options.category),
  source: (has, options) => has('source') || Boolean(options.source),
};

/** What no column of a file holds, and no option says. */
export const findMissing = (has: (column: Column) => boolean, options: ReadOptions): Needed[] =>
  (Object.keys(NEEDED) as Needed[]).filter((what) => !NEEDED[what](has, options));

function describeMissing(missing: Needed[], header: string[], path: string, options: ReadOptions) {
  const guess = { ...guessMapping(header), ...options.mapping };
  const renamed = Object.fromEntries(Object.entries(guess).filter(([column, name]) => name.toLowerCase() !== column));
  const has = (column: Column) => guess[column] !== undefined;
  const command = [
    `npm run import -- ${quote(path)}`,
    ...(Object.keys(renamed).length > 0 ? [`--map ${quote(formatMapping(renamed))}`] : []),
    ...formatOption('--category', options.category, has('category') || has('category_raw') ? '' : 'SLUG'),
    ...formatOption('--source', options.source, has('source') ? '' : 'NAME'),
    ...formatOption('--date', options.date, has('date') ? '' : 'YYYY-MM'),
    '--dry-run',
  ];
  return [
    `${path}: no column is known to hold the ${missing.map((what) => NEEDED_LABELS[what] ?? what).join(', the ')}.`,
    `Its columns: ${listColumns(header)}`,
    `Check this guess, correct it, and run: ${command.join(' ')}`,
  ].join('\n');
}

const NEEDED_LABELS: { [What in Needed]?: string } = { place: 'place (zip, city, or lat and lng)' };

/** An option with its value, or with a placeholder where it must be given; nothing where both are blank. */
const formatOption = (option: string, value: string | undefined, placeholder: string) =>
  value ? [`${option} ${quote(value)}`] : placeholder ? [`${option} ${placeholder}`] : [];

const MAX_LISTED = 60;
const listColumns = (header: string[]) =>
  header
    .slice(0, MAX_LISTED)
    .map((name) => name.trim().slice(0, 60) || "''")
    .concat(header.length > MAX_LISTED ? [`and ${header.length - MAX_LISTED} more`] : [])
    .join(', ');

/** Quoted for a shell where it must be. */
const quote = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Whether a name of a column says what it holds. */
export const isKnownColumnName = (name: string): boolean => KNOWN_NAMES.has(toNameKey(name));

const isColumn = (text: string): text is Column => (COLUMNS as readonly string[]).includes(text);

const KNOWN_NAMES = new Set([
  ...COLUMNS.map(toNameKey),
  ...Object.values(USUAL_COLUMN_NAMES).flat(),
  ...ADDRESS_CONTINUATIONS,
]);
