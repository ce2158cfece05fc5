import type { DateRangeQuery } from '#contract/analytics.ts';
import { MAX_ANALYTICS_DAYS } from '#contract/limits.ts';
import { Invalid } from '../http/errors.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';

/** A stretch of days in Los Angeles, the first and the last within. */
export interface DateRange {
  from: string;
  to: string;
}

const DEFAULT_DAYS = 30;
// Long before the first of them; a database knows no day 0000-01-01.
const EARLIEST_DAY = '2000-01-01';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The days that figures are asked for: unless told, the 30 that end today.
 * @throws {Invalid} when they are not in order, too many, or still to come
 */
export function parseDateRange(
  { to = toLosAngelesDate(new Date()), from = addDays(to, 1 - DEFAULT_DAYS) }: DateRangeQuery,
  today = toLosAngelesDate(new Date()),
): DateRange {
  if (from > today) throw invalidField('from', 'There are no figures of days to come.');
  if (to > today) throw invalidField('to', 'There are no figures of days to come.');
  if (to < EARLIEST_DAY) throw invalidField('to', `There are no figures from before ${EARLIEST_DAY}.`);
  if (from > to) throw invalidField('from', 'The first day must not be after the last one.');
  if (from < addDays(to, 1 - MAX_ANALYTICS_DAYS))
    throw invalidField('from', `Ask for at most ${MAX_ANALYTICS_DAYS} days at once.`);
  return { from, to };
}

/** As many days, just before those. */
export const previousDateRange = (range: DateRange): DateRange => ({
  from: addDays(range.from, -listDays(range).length),
  to: addDays(range.from, -1),
});

/** Each of the days, in order. */
export function listDays({ from, to }: DateRange): string[] {
  const days = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The day that is so many days later, or earlier. Days of the calendar: none is longer than another here. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const invalidField = (path: string, message: string) => new Invalid(message, [{ path, message }]);
