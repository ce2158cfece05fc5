import { parse } from 'csv-parse/sync';

/** A row, by the names of its columns. */
export type CsvRecord = Record<string, string>;

/** The rows of a CSV file whose first row names the columns. */
export const parseCsv = (file: Buffer | undefined): CsvRecord[] =>
  parse(file ?? '', { columns: true, bom: true, trim: true });

/** A field that must not be empty. @throws {Error} when it is */
export function requireField(record: CsvRecord, name: string) {
  const value = record[name];
  if (!value) throw new Error(`The gazetteer lacks '${name}' in ${JSON.stringify(record)}`);
  return value;
}
