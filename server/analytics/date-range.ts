import type { DateRangeQuery } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_ANALYTICS_DAYS } from '#contract/limits.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';

/** A range of dates in Los Angeles, both inclusive. */
export interface DateRange {
  from: string;
  to: string;
}

const DEFAULT_DAYS = 30;
// Earlier than any event, and valid in PostgreSQL.
const EARLIEST_DAY = '2000-01-01';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The requested range of days; the 30 days until today by default.
 * @throws {Invalid} when it is reversed, too long, or in the future
 */
export function parseDateRange(
  { to = toLosAngelesDate(new Date()), from = addDays(to, 1 - DEFAULT_DAYS) }: DateRangeQuery,
  today = toLosAngelesDate(new Date()),
): DateRange {
  if (from > today) throw invalidField('from', t('There’s no data for future dates.'));
  if (to > today) throw invalidField('to', t('There’s no data for future dates.'));
  if (to < EARLIEST_DAY) throw invalidField('to', t('There’s no data before {day}.', { day: EARLIEST_DAY }));
  if (from > to) throw invalidField('from', t('The start date must be on or before the end date.'));
  if (from < addDays(to, 1 - MAX_ANALYTICS_DAYS))
    throw invalidField('from', t('Request {days} days or fewer at once.', { days: MAX_ANALYTICS_DAYS }));
  return { from, to };
}

/** The range of the same length just before. */
export const previousDateRange = (range: DateRange): DateRange => ({
  from: addDays(range.from, -listDays(range).length),
  to: addDays(range.from, -1),
});

/** The dates of a range, in order. */
export function listDays({ from, to }: DateRange): string[] {
  const days = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The date so many calendar days later, or earlier if negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const invalidField = (path: string, message: string) => new Invalid(message, [{ path, message }]);
