import type { RangeQuery } from '#contract/analytics.ts';
import { MOST_DAYS } from '#contract/analytics-limits.ts';
import { Invalid } from '../http/errors.ts';
import { dayOf } from './day.ts';

/** A stretch of days in Los Angeles, the first and the last within. */
export interface Range {
  from: string;
  to: string;
}

const USUAL_DAYS = 30;
// Long before the first of them; a database knows no day 0000-01-01.
const EARLIEST = '2000-01-01';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The days that figures are asked for: unless told, the 30 that end today.
 * @throws {Invalid} when they are not in order, too many, or still to come
 */
export function rangeOf(
  { to = dayOf(new Date()), from = addDays(to, 1 - USUAL_DAYS) }: RangeQuery,
  today = dayOf(new Date()),
): Range {
  if (from > today) throw wrong('from', 'There are no figures of days to come.');
  if (to > today) throw wrong('to', 'There are no figures of days to come.');
  if (to < EARLIEST) throw wrong('to', `There are no figures from before ${EARLIEST}.`);
  if (from > to) throw wrong('from', 'The first day must not be after the last one.');
  if (from < addDays(to, 1 - MOST_DAYS)) throw wrong('from', `Ask for at most ${MOST_DAYS} days at once.`);
  return { from, to };
}

/** As many days, just before those. */
export const rangeBefore = (range: Range): Range => ({
  from: addDays(range.from, -daysOf(range).length),
  to: addDays(range.from, -1),
});

/** Each of the days, in order. */
export function daysOf({ from, to }: Range): string[] {
  const days = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The day that is so many days later, or earlier. Days of the calendar: none is longer than another here. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const wrong = (path: string, message: string) => new Invalid(message, [{ path, message }]);
