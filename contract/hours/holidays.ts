import { defineMessage } from '#contract/i18n/t.ts';

const DAY_MS = 86_400_000;
const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;

/**
 * Whether a date is a federal holiday (5 U.S.C. 6103): the day itself or, where it falls on a weekend, the Friday before or
 * the Monday after, on which it is observed.
 * @param epochDay in days since 1970
 */
export function isHoliday(epochDay: number): boolean {
  const { month, day, weekday } = toDateParts(epochDay);
  const week = Math.ceil(day / 7);
  if (weekday === MONDAY && week === MONDAY_HOLIDAYS[month]) return true;
  if (weekday === MONDAY && month === 5 && day > 31 - 7) return true; // Memorial Day, the last one
  if (weekday === THURSDAY && month === 11 && week === 4) return true; // Thanksgiving Day
  return (
    isFixedHoliday(epochDay) ||
    (weekday === FRIDAY && isFixedHoliday(epochDay + 1)) ||
    (weekday === MONDAY && isFixedHoliday(epochDay - 1))
  );
}

/** By month, the number of the Monday: Birthdays of Martin Luther King, Jr., and Washington; Labor Day; Columbus Day. */
const MONDAY_HOLIDAYS: Record<number, number> = { 1: 3, 2: 3, 9: 1, 10: 2 };

/** New Year's Day, Juneteenth, Independence Day, Veterans Day, Christmas Day. */
const FIXED_HOLIDAYS = ['1/1', '6/19', '7/4', '11/11', '12/25'];

function isFixedHoliday(epochDay: number): boolean {
  const { month, day } = toDateParts(epochDay);
  return FIXED_HOLIDAYS.includes(`${month}/${day}`);
}

/** Holidays without a fixed date, by the name under which special hours are stored, with the month, weekday and its number. */
export const MOVABLE_HOLIDAYS = {
  'mlk-day': { name: defineMessage('Martin Luther King Jr. Day'), month: 1, weekday: MONDAY, week: 3, daysAfter: 0 },
  'presidents-day': { name: defineMessage('Presidents’ Day'), month: 2, weekday: MONDAY, week: 3, daysAfter: 0 },
  'memorial-day': { name: defineMessage('Memorial Day'), month: 5, weekday: MONDAY, week: 'last', daysAfter: 0 },
  'labor-day': { name: defineMessage('Labor Day'), month: 9, weekday: MONDAY, week: 1, daysAfter: 0 },
  thanksgiving: { name: defineMessage('Thanksgiving Day'), month: 11, weekday: THURSDAY, week: 4, daysAfter: 0 },
  'day-after-thanksgiving': {
    name: defineMessage('Day after Thanksgiving'),
    month: 11,
    weekday: THURSDAY,
    week: 4,
    daysAfter: 1,
  },
} as const;
export type MovableHoliday = keyof typeof MOVABLE_HOLIDAYS;

/** Whether it is the name of a holiday without a fixed date. */
export const isMovableHoliday = (name: string): name is MovableHoliday => Object.hasOwn(MOVABLE_HOLIDAYS, name);

/** The date of a holiday in a year, in days since 1970. */
export function movableHoliday(name: MovableHoliday, year: number): number {
  const { month, weekday, week, daysAfter } = MOVABLE_HOLIDAYS[name];
  // The last one of the month is the first of the seven days that end it.
  const from = Date.UTC(year, week === 'last' ? month : month - 1, week === 'last' ? -6 : 7 * week - 6) / DAY_MS;
  return from + ((weekday - toDateParts(from).weekday + 7) % 7) + daysAfter;
}

/**
 * The days on which California's offices close (Government Code 19853), and those on which many shops do, in the order of the year:
 * as a date of every year or the name of a movable holiday.
 */
export const CALIFORNIA_HOLIDAYS: readonly { on: string; name: string }[] = [
  { on: '01-01', name: defineMessage('New Year’s Day') },
  movable('mlk-day'),
  movable('presidents-day'),
  { on: '03-31', name: defineMessage('Cesar Chavez Day') },
  movable('memorial-day'),
  { on: '06-19', name: defineMessage('Juneteenth') },
  { on: '07-04', name: defineMessage('Independence Day') },
  movable('labor-day'),
  { on: '11-11', name: defineMessage('Veterans Day') },
  movable('thanksgiving'),
  movable('day-after-thanksgiving'),
  { on: '12-24', name: defineMessage('Christmas Eve') },
  { on: '12-25', name: defineMessage('Christmas Day') },
  { on: '12-31', name: defineMessage('New Year’s Eve') },
];

function movable(on: MovableHoliday) {
  return { on, name: MOVABLE_HOLIDAYS[on].name };
}

function toDateParts(epochDay: number) {
  const utcDate = new Date(epochDay * DAY_MS);
  return { month: utcDate.getUTCMonth() + 1, day: utcDate.getUTCDate(), weekday: utcDate.getUTCDay() };
}
