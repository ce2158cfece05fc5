import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ExportFormat, ExportSubject } from '#contract/admin/exports.ts';
import { csvCell } from '#server/import/report.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { selectFact } from './listing-facts.ts';
import { EXPORTED_TABLES } from './tables.ts';

/** The rows of a page. A file of any number of rows takes the memory of one, and other requests are answered between two. */
export const EXPORT_PAGE = 100;

type Row = { id: number } & Record<string, unknown>;

/** All rows of what is exported, in the order of their ids, as the text of a file. */
export function exportTable(
  db: Kysely<DB>,
  subject: ExportSubject,
  format: ExportFormat,
): AsyncGenerator<string, void> {
  const readPage = async (afterId: number) => (await exportPageQuery(subject, afterId).execute(db)).rows;
  return writeRows(readPage, EXPORTED_TABLES[subject].columns, format);
}

/** The rows that follow an id. Exported for the test of its query plan. */
export function exportPageQuery(subject: ExportSubject, afterId: number): RawBuilder<Row> {
  const { table, columns } = EXPORTED_TABLES[subject];
  return sql<Row>`
    select ${sql.join(columns.map(table === 'listings' ? selectFact : sql.ref))} from ${sql.table(table)}
    where id > ${afterId} order by id limit ${sql.lit(EXPORT_PAGE)}`;
}

/**
 * Reads a page when the text of the one before it was taken: a slow or cut connection is a slow or cut export.
 * @param readPage the rows after an id, fewer than `EXPORT_PAGE` at the end
 */
export async function* writeRows(
  readPage: (afterId: number) => Promise<Row[]>,
  columns: string[],
  format: ExportFormat,
): AsyncGenerator<string, void> {
  if (format === 'csv') yield `${columns.join(',')}\n`;
  const toLine = format === 'csv' ? (row: Row) => toCsvLine(row, columns) : (row: Row) => `${JSON.stringify(row)}\n`;
  let rows: Row[];
  let afterId = 0;
  do {
    rows = await readPage(afterId);
    if (rows.length > 0) yield rows.map(toLine).join('');
    afterId = rows.at(-1)?.id ?? afterId;
  } while (rows.length === EXPORT_PAGE);
}

const toCsvLine = (row: Row, columns: string[]) => `${columns.map((column) => toCell(row[column])).join(',')}\n`;

/** A value of a column as a cell. */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  // A negative coordinate is no formula.
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return csvCell(value.toISOString());
  return csvCell(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
