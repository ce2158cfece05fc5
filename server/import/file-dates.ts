import type { Kysely } from 'kysely';
import { createFileDates, type FileDates } from '#contract/values/date.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readRows } from '#server/source-files/read-rows.ts';
import { ImportError, type ReadOptions } from '#server/source-files/rows.ts';
import { readSourceDates } from './source-dates.ts';

/** Of files whose dates cannot be misread: those of programs, and those that have none. */
export const USUAL_DATES: FileDates = { order: 'month-first', monthFirst: null, dayFirst: null };

const CHECKED_ROWS = 1000;

/** How the first rows of a file write dates, for a preview of it. */
export async function readFirstDates(path: string, options: ReadOptions): Promise<FileDates> {
  const dates = createFileDates();
  let checked = 0;
  for await (const { fields } of readRows(path, options)) {
    dates.add(fields.date);
    checked += 1;
    if (checked === CHECKED_ROWS) break;
  }
  return dates.decide();
}

/** Whether the rows of a file, or the names of their sources, say of when the data is: most of the first ones. A row of our own export does. */
export async function isDated(db: Kysely<DB>, path: string, options: ReadOptions): Promise<boolean> {
  const dates = await readSourceDates(db);
  const read = { ...options, date: undefined, progress: undefined, onFormat: undefined };
  const counts = { rows: 0, dated: 0 };
  for await (const { fields, rejection, exported } of readRows(path, read)) {
    if (rejection) continue;
    counts.rows++;
    if (exported || dates.ofRow(fields) !== '') counts.dated++;
    if (counts.rows === CHECKED_ROWS) break;
  }
  return counts.rows === 0 || 2 * counts.dated > counts.rows;
}

/**
 * Checks that it is known of when the data is: see `isDated`.
 * @throws {ImportError} when somebody has to say it
 */
export async function assertDated(db: Kysely<DB>, path: string, options: ReadOptions): Promise<void> {
  if (await isDated(db, path, options)) return;
  throw new ImportError(
    'Say when the data is from: add --date 2026-08, or --date unknown. Data of an unknown date fills in what is missing and replaces nothing.',
  );
}
