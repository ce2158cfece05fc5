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
        'Say when the data is from: add --date 2026-08, or --date unknown. Data of an unknown date fills in what is missing and replaces nothing.',
      );
    checked += 1;
    if (checked === CHECKED_ROWS) return;
  }
}
