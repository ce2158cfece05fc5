import type { Kysely } from 'kysely';
import { createFileDates, type FileDates } from '#contract/values/date.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readColumns, readRows } from '#server/source-files/read-rows.ts';
import { ImportError, type ReadOptions } from '#server/source-files/rows.ts';
import { readSourceDates } from './source-dates.ts';

/** Of files whose dates cannot be misread: those of programs, and those that have none. */
export const USUAL_DATES: FileDates = { order: 'month-first', monthFirst: null, dayFirst: null };

/** How a file writes its dates. Reads a whole file that has a column of dates, before any of its rows counts. */
export async function readFileDates(path: string, options: ReadOptions): Promise<FileDates> {
  if (!(await hasDates(path, options))) return USUAL_DATES;
  const dates = createFileDates();
  for await (const { fields } of readRows(path, { ...options, progress: undefined, onFormat: undefined })) {
    dates.add(fields.date);
  }
  return dates.decide();
}

const CHECKED_ROWS = 1000;

/**
 * Checks that it is known of when the data is: the rows say so, or their source does. Looks at the first rows.
 * @throws {ImportError} when somebody has to say it
 */
export async function assertDated(db: Kysely<DB>, path: string, options: ReadOptions) {
  const dates = await readSourceDates(db);
  let checked = 0;
  for await (const { fields, rejection } of readRows(path, { ...options, progress: undefined, onFormat: undefined })) {
    if (rejection) continue;
    if (dates.ofRow(fields) === '')
      throw new ImportError(
        'Of when is the data? Add --date 2026-08, or --date unknown: then it adds what is missing, and replaces nothing.',
      );
    checked += 1;
    if (checked === CHECKED_ROWS) return;
  }
}

/** Whether a file of text has a column of dates; its reader says what else is wrong with its columns. */
async function hasDates(path: string, { mapping }: ReadOptions): Promise<boolean> {
  const head = await readColumns(path);
  const name = mapping?.date || 'date';
  return head?.header.some((column) => column.trim().toLowerCase() === name.toLowerCase()) ?? false;
}
