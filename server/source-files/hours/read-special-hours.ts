import { parseHours } from '#contract/hours/parse-hours.ts';
import type { SpecialDay } from '#contract/hours/special-days.ts';
import { specialHoursSchema } from '#contract/hours/special-hours.ts';
import type { DayHours } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { truncate } from '#contract/text.ts';
import type { RowNote } from '#server/source-files/rows.ts';
import { CLOSED } from './day-columns.ts';

/**
 * The hours of special days as sheets of Google's Business Profile write them: '2026-12-25: x, 2026-12-31: 9:00AM-12:00PM'. Past days are left out.
 * @param mend called where a part is not understood: then there are none
 */
export function readSpecialHours(text: string, mend: (note: RowNote) => void): SpecialDay[] {
  if (text === '') return [];
  const parts = [...text.matchAll(/(\d{4}-\d\d-\d\d)\s*:\s*(.*?)(?=[\s,;]*(?:\d{4}-\d\d-\d\d|$))/g)];
  const rest = parts.reduce((left, [part]) => left.replace(part, ''), text).replace(/[\s,;]/g, '');
  const days = parts.map(([, on, times = '']) => ({ on, hours: readTimes(times.trim()) }));
  const read = rest === '' && parts.length > 0 ? specialHoursSchema.safeParse(days) : null;
  if (read?.success) return read.data;
  mend({
    kind: 'hours',
    text: t("hours of special days ''{typed}'' are not read: left out", { typed: truncate(text, 60) }),
  });
  return [];
}

const readTimes = (times: string): DayHours | null =>
  CLOSED.test(times) ? 'closed' : (parseHours(`monday ${times}`)?.hours.monday ?? null);
