import { isInClosedPeriod } from './closed-periods.ts';
import { CALIFORNIA_HOLIDAYS, isMovableHoliday, movableHoliday } from './holidays.ts';
import { toLosAngelesTime } from './los-angeles-time.ts';
import type { DayHours } from './weekly-hours.ts';

// No zod here: public pages ship this file.

/** Hours that replace those of the weekday. `on` is described by `onSchema` of `special-hours.ts`. */
export interface SpecialDay {
  on: string;
  hours: DayHours;
  /** Of a closed period alone. */
  reason?: 'vacation' | undefined;
}

/**
 * The hours that replace those of the weekday on a date; undefined where there are none. A closed period precedes an entry for one
 * date, which precedes a date
 * every year, which precedes a holiday without a fixed date: the latter can fall on the same day in some years.
 * `special_opening` in SQL computes the same.
 * @param epochDay in days since 1970
 */
export function findSpecialDay(days: readonly SpecialDay[], epochDay: number): SpecialDay | undefined {
  if (days.length === 0) return undefined;
  const date = toIsoDate(epochDay);
  return (
    days.find(({ on }) => isInClosedPeriod(on, date)) ??
    days.find(({ on }) => on === date) ??
    days.find(({ on }) => on === date.slice(5)) ??
    days.find(({ on }) => isMovableHoliday(on) && movableHoliday(on, Number(date.slice(0, 4))) === epochDay)
  );
}

/**
 * 'Christmas Day' for '12-25' and '2026-12-25', 'Thanksgiving Day' for 'thanksgiving' and '2026-11-26'; null where the day is no
 * holiday. In the language of the page, on the server in English.
 */
export const getHolidayName = (on: string): string | null =>
  CALIFORNIA_HOLIDAYS.find((holiday) =>
    isOnce(on)
      ? holiday.on === on.slice(5) ||
        (isMovableHoliday(holiday.on) && movableHoliday(holiday.on, Number(on.slice(0, 4))) === toEpochDay(on))
      : holiday.on === on,
  )?.name ?? null;

/** Whether an exception is for one date, not for one of every year. */
export const isOnce = (on: string) => on.length === 10 && /^\d{4}-/.test(on);

const DAY_MS = 86_400_000;

/** '2026-12-24' for a day in days since 1970. */
export const toIsoDate = (epochDay: number) => new Date(epochDay * DAY_MS).toISOString().slice(0, 10);

/** The days since 1970 of '2026-12-24'. */
export const toEpochDay = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Today in Los Angeles, in days since 1970. */
export const todayInLosAngeles = () => toLosAngelesTime(Date.now()).date;
