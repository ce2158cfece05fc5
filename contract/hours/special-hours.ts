import { defineMessage, t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { isClosedPeriod, isInClosedPeriod, readClosedPeriod } from './closed-periods.ts';
import { isMovableHoliday, movableHoliday } from './holidays.ts';
import {
  findSpecialDay,
  getHolidayName,
  isOnce,
  type SpecialDay,
  todayInLosAngeles,
  toEpochDay,
  toIsoDate,
} from './special-days.ts';
import { dayHoursSchema } from './weekly-hours.ts';

/** The maximum number of exceptions to the weekly hours of a listing. */
export const MAX_SPECIAL_DAYS = 40;
/** How far ahead the date of an exception may be: two years. */
export const MAX_DAYS_AHEAD = 731;

/**
 * When an exception applies: on one date ('2026-12-24'), on a date every year ('12-24'; '02-29' in leap years alone), on a
 * holiday that has no fixed date ('thanksgiving'), or in a period in which the business is temporarily closed: from its first
 * closed day until it opens again ('2026-12-01/2026-12-12') or until further notice ('2026-12-01/..').
 */
const onSchema = z
  .string(defineMessage('Choose a date'))
  .max(30, defineMessage('Choose a date'))
  .superRefine((on, context) => {
    const message = checkOn(on);
    if (message) context.addIssue({ code: 'custom', message });
  });

const reasonSchema = z.literal('vacation').optional();

/** Hours that replace those of the weekday. Spans past midnight end on the next day, whatever hours that day has. */
const specialDaySchema = z
  .object({ on: onSchema, hours: dayHoursSchema, reason: reasonSchema })
  .refine(({ on, hours }) => !isClosedPeriod(on) || hours === 'closed', { path: ['hours'] });

/**
 * The special hours of a listing as an owner may send them: one entry for a day, periods that do not overlap, at most two years
 * ahead. Past dates are dropped.
 */
export const specialHoursSchema = z
  .array(specialDaySchema)
  .max(MAX_SPECIAL_DAYS, defineMessage('You can add up to {max} special days', { max: MAX_SPECIAL_DAYS }))
  .superRefine((days, context) => {
    const latest = todayInLosAngeles() + MAX_DAYS_AHEAD;
    const fail = (index: number, message: string) => context.addIssue({ code: 'custom', path: [index, 'on'], message });
    for (const [index, { on }] of days.entries()) {
      const earlier = days.slice(0, index);
      if (earlier.some((other) => isSameEntry(on, other.on))) fail(index, t('This day is already listed above'));
      else if (toDates(on).some((date) => toEpochDay(date) > latest)) fail(index, t('Choose a date within two years'));
    }
  })
  .transform((days) => days.filter(({ on }) => !isPastEntry(on)));

/** Special hours as they are stored. */
export const storedSpecialHoursSchema = z.array(
  z.object({ on: z.string(), hours: dayHoursSchema, reason: reasonSchema }),
);

/**
 * A date with special hours ('2026-12-24'), and the name of the holiday that it is; or the first date of a period in which the
 * business is temporarily closed, and the last one: null until further notice.
 */
export const specialDateSchema = z.object({
  date: z.string(),
  through: z.string().nullable().optional(),
  holiday: z.string().nullable(),
  hours: dayHoursSchema,
});
export type SpecialDate = z.infer<typeof specialDateSchema>;

/** The days with special hours from a date on, in order, and the closed periods that are not over by then. */
export function listSpecialDates(days: readonly SpecialDay[], from: number, dayCount: number): SpecialDate[] {
  if (days.length === 0) return [];
  const periods = days.flatMap(({ on, hours }) => {
    if (!isClosedPeriod(on)) return [];
    const { from: date, until } = readClosedPeriod(on);
    const through = until === null ? null : toIsoDate(toEpochDay(until) - 1);
    return through !== null && toEpochDay(through) < from ? [] : [{ date, through, holiday: null, hours }];
  });
  const dates = Array.from({ length: dayCount }, (_, index) => from + index).flatMap((epochDay) => {
    const day = findSpecialDay(days, epochDay);
    if (!day || isClosedPeriod(day.on)) return [];
    return [{ date: toIsoDate(epochDay), holiday: getHolidayName(day.on), hours: day.hours }];
  });
  return [...periods, ...dates].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Whether a listing can have only one of two exceptions: they are for the same day, or periods that overlap. */
export const isSameEntry = (one: string, other: string): boolean => isSameDay(one, other) || overlaps(one, other);

function checkOn(on: string): string | null {
  if (isClosedPeriod(on)) {
    const { from, until } = readClosedPeriod(on);
    if (until !== null && isDate(from) && isDate(until) && until <= from)
      return t('Choose a day after the first one you’re closed');
    return isDate(from) && (until === null || isDate(until)) ? null : t('Choose a date');
  }
  return isMovableHoliday(on) || isRealDate(on) ? null : t('Choose a date');
}

const isDate = (date: string) => isOnce(date) && isRealDate(date);

/** The dates that an entry names. */
function toDates(on: string): string[] {
  if (!isClosedPeriod(on)) return isOnce(on) ? [on] : [];
  const { from, until } = readClosedPeriod(on);
  return until === null ? [from] : [from, until];
}

/** Whether an entry no longer counts. Hours of yesterday may end today. */
export function isPastEntry(on: string): boolean {
  if (isClosedPeriod(on) && readClosedPeriod(on).until === null) return false;
  const last = toDates(on).at(-1);
  return last !== undefined && toEpochDay(last) < todayInLosAngeles() - 1;
}

function overlaps(one: string, other: string): boolean {
  if (!isClosedPeriod(one) || !isClosedPeriod(other)) return false;
  return isInClosedPeriod(one, readClosedPeriod(other).from) || isInClosedPeriod(other, readClosedPeriod(one).from);
}

function isRealDate(on: string): boolean {
  if (!/^(\d{4}-)?\d\d-\d\d$/.test(on)) return false;
  // 2000 was a leap year.
  const date = isOnce(on) ? on : `2000-${on}`;
  const epochDay = toEpochDay(date);
  return !Number.isNaN(epochDay) && toIsoDate(epochDay) === date;
}

/** Whether two exceptions are for the same day, as far as that holds in every year. */
function isSameDay(one: string, other: string): boolean {
  if (one === other) return true;
  const [once, yearly] = isOnce(one) ? [one, other] : [other, one];
  if (!isOnce(once) || isOnce(yearly)) return false;
  if (isMovableHoliday(yearly)) return movableHoliday(yearly, Number(once.slice(0, 4))) === toEpochDay(once);
  return once.slice(5) === yearly;
}
