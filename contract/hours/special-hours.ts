import { defineMessage, t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
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
 * When an exception applies: on one date ('2026-12-24'), on a date every year ('12-24'; '02-29' in leap years alone), or on a
 * holiday that has no fixed date ('thanksgiving').
 */
const onSchema = z
  .string(defineMessage('Choose a date'))
  .max(30, defineMessage('Choose a date'))
  .refine((on) => isMovableHoliday(on) || isRealDate(on), defineMessage('Choose a date'));

/** Hours that replace those of the weekday. Spans past midnight end on the next day, whatever hours that day has. */
const specialDaySchema = z.object({ on: onSchema, hours: dayHoursSchema });

/** The special hours of a listing as an owner may send them: one entry for a day, at most two years ahead. Past dates are dropped. */
export const specialHoursSchema = z
  .array(specialDaySchema)
  .max(MAX_SPECIAL_DAYS, defineMessage('You can add up to {max} special days', { max: MAX_SPECIAL_DAYS }))
  .superRefine((days, context) => {
    const latest = todayInLosAngeles() + MAX_DAYS_AHEAD;
    const fail = (index: number, message: string) => context.addIssue({ code: 'custom', path: [index, 'on'], message });
    for (const [index, { on }] of days.entries()) {
      const earlier = days.slice(0, index);
      if (earlier.some((other) => isSameDay(on, other.on))) fail(index, t('This day is already listed above'));
      else if (isOnce(on) && toEpochDay(on) > latest) fail(index, t('Choose a date within two years'));
    }
  })
  .transform((days) => days.filter(({ on }) => !isOnce(on) || toEpochDay(on) >= todayInLosAngeles() - 1));

/** Special hours as they are stored. */
export const storedSpecialHoursSchema = z.array(z.object({ on: z.string(), hours: dayHoursSchema }));

/** A date with special hours ('2026-12-24'), and the name of the holiday that it is. */
export const specialDateSchema = z.object({ date: z.string(), holiday: z.string().nullable(), hours: dayHoursSchema });
export type SpecialDate = z.infer<typeof specialDateSchema>;

/** The days with special hours from a date on, in order. */
export function listSpecialDates(days: readonly SpecialDay[], from: number, dayCount: number): SpecialDate[] {
  if (days.length === 0) return [];
  return Array.from({ length: dayCount }, (_, index) => from + index).flatMap((epochDay) => {
    const day = findSpecialDay(days, epochDay);
    return day ? [{ date: toIsoDate(epochDay), holiday: getHolidayName(day.on), hours: day.hours }] : [];
  });
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
