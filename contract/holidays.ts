const DAY_MS = 86_400_000;
const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;

/**
 * Whether a date is a federal holiday (5 U.S.C. 6103): the day itself or, where it falls on a weekend, the Friday before or
 * the Monday after, on which it is observed.
 * @param date in days since 1970
 */
export function isHoliday(date: number): boolean {
  const { month, day, weekday } = partsOf(date);
  const week = Math.ceil(day / 7);
  if (weekday === MONDAY && week === MONDAYS[month]) return true;
  if (weekday === MONDAY && month === 5 && day > 31 - 7) return true; // Memorial Day, the last one
  if (weekday === THURSDAY && month === 11 && week === 4) return true; // Thanksgiving Day
  return isFixed(date) || (weekday === FRIDAY && isFixed(date + 1)) || (weekday === MONDAY && isFixed(date - 1));
}

/** By month: which Monday. Birthdays of Martin Luther King, Jr., and Washington; Labor Day; Columbus Day. */
const MONDAYS: Record<number, number> = { 1: 3, 2: 3, 9: 1, 10: 2 };

/** New Year's Day, Juneteenth, Independence Day, Veterans Day, Christmas Day. */
const FIXED = ['1/1', '6/19', '7/4', '11/11', '12/25'];

function isFixed(date: number): boolean {
  const { month, day } = partsOf(date);
  return FIXED.includes(`${month}/${day}`);
}

function partsOf(date: number) {
  const at = new Date(date * DAY_MS);
  return { month: at.getUTCMonth() + 1, day: at.getUTCDate(), weekday: at.getUTCDay() };
}
