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

function toDateParts(epochDay: number) {
  const utcDate = new Date(epochDay * DAY_MS);
  return { month: utcDate.getUTCMonth() + 1, day: utcDate.getUTCDate(), weekday: utcDate.getUTCDay() };
}
