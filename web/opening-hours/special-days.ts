import { isClosedPeriod, readClosedPeriod } from '#contract/hours/closed-periods.ts';
import { getHolidayName, isOnce, type SpecialDay, toEpochDay, toIsoDate } from '#contract/hours/special-days.ts';
import { t } from '#contract/i18n/t.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import { formatDate } from './opening-hours.ts';

/** 'Thu, Dec 24, 2026', 'December 24, every year', 'Thanksgiving Day, every year', 'From Tue, Dec 1, 2026 until Sat, Dec 12, 2026'. */
export function formatSpecialDay(on: string): string {
  if (isClosedPeriod(on)) {
    const { from, until } = readClosedPeriod(on);
    const start = formatDate(from, 'numeric');
    return until === null
      ? t('From {from}, until further notice', { from: start })
      : t('From {from} until {until}', { from: start, until: formatDate(until, 'numeric') });
  }
  if (isOnce(on)) return formatDate(on, 'numeric');
  return t('{day}, every year', { day: getHolidayName(on) ?? formatMonthAndDay(on) });
}

/** Whether an entry is for a holiday of every year, which has a name instead of a date. */
export const isHolidayEntry = (on: string) => !isOnce(on) && getHolidayName(on) !== null;

/** A new entry for a holiday: closed, as most of them are. */
export const closedOn = (on: string): SpecialDay => ({ on, hours: 'closed' });

/** The date of an entry for a date input; for one of every year the next one from today on. @param today in days since 1970 */
export function toDateInput(on: string, today: number): string {
  if (!/^\d\d-\d\d$/.test(on)) return on;
  const year = Number(toIsoDate(today).slice(0, 4));
  // Leap years are at most eight years apart.
  const dates = Array.from({ length: 9 }, (_, index) => `${year + index}-${on}`);
  return dates.find((date) => toEpochDay(date) >= today && toIsoDate(toEpochDay(date)) === date) ?? '';
}

/** The entry for what a date input holds, for one year or for every year. */
export const fromDateInput = (date: string, everyYear: boolean) => (everyYear && date !== '' ? date.slice(5) : date);

// 2000 was a leap year.
const formatMonthAndDay = (on: string) =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'long', day: 'numeric' }).format(new Date(`2000-${on}`));
