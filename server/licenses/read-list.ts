import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

/** A row of the state's list of contractors. */
export interface StateLicense {
  number: string;
  business_name: string;
  /** 'C-36'. */
  classes: string[];
  /** Whether nothing suspends it. */
  is_clear: boolean;
  /** 'YYYY-MM-DD'; null where it is unknown. */
  expires_on: string | null;
}

/** The file is not the state's list. Its message is for the operator. */
export class NotTheStatesList extends Error {}

/** The columns by their names in the state's file of all licenses, and in ours. */
const COLUMNS = {
  number: ['licenseno', 'license_no', 'licensenumber'],
  name: ['fullbusinessname', 'businessname', 'business_name'],
  classes: ['classifications(s)', 'classifications', 'classification'],
  status: ['primarystatus', 'status'],
  expires: ['expirationdate', 'expires'],
};

/**
 * Reads the state's list of licensed contractors as CSV, row by row. Rows without a number or a name are left out.
 * @throws {NotTheStatesList} when columns are missing
 */
export async function* readStateList(path: string): AsyncGenerator<StateLicense> {
  const records = createReadStream(path).pipe(
    parse({
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase().replaceAll(' ', '')),
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
    }),
  );
  let columns: Record<keyof typeof COLUMNS, string> | undefined;
  for await (const record of records as AsyncIterable<Record<string, string>>) {
    columns ??= findColumns(Object.keys(record));
    const number = (record[columns.number] ?? '').replace(/^0+/, '');
    const business_name = (record[columns.name] ?? '').slice(0, 200);
    if (!/^\d{1,8}$/.test(number) || business_name === '') continue;
    yield {
      number,
      business_name,
      classes: readClasses(record[columns.classes] ?? ''),
      is_clear: record[columns.status]?.toUpperCase() === 'CLEAR',
      expires_on: readDay(record[columns.expires] ?? ''),
    };
  }
}

function findColumns(header: string[]) {
  const found = Object.entries(COLUMNS).map(([column, names]) => [column, names.find((name) => header.includes(name))]);
  const missing = found.filter(([, name]) => name === undefined).map(([column]) => column);
  if (missing.length > 0) throw new NotTheStatesList(`This is not the state’s list: it has no column of ${missing}.`);
  return Object.fromEntries(found) as Record<keyof typeof COLUMNS, string>;
}

/** 'B| C10' is B and C-10. */
export const readClasses = (text: string): string[] =>
  text
    .split(/[|,;]/)
    .map((part) => part.trim().toUpperCase())
    .filter((part) => part !== '')
    .map((part) => part.replace(/^([BCD])-?0*(\d+)$/, '$1-$2'));

/** '2027-05-31' of '05/31/2027' and of itself. */
function readDay(text: string): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text.slice(0, 10);
  return Number.isNaN(Date.parse(`${iso}T00:00:00Z`)) || !/^\d{4}-\d\d-\d\d$/.test(iso) ? null : iso;
}
