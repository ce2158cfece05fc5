import { LOCALE } from '#web/base/i18n/language.ts';

const DAY_MS = 86_400_000;

// Metrics are counted by days in Los Angeles. Such a day is formatted in UTC, because `Date.parse` reads it as midnight UTC.
const isoDateFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const inUtc = { timeZone: 'UTC' };
const shortDayFormat = new Intl.DateTimeFormat(LOCALE, { ...inUtc, month: 'short', day: 'numeric' });
const longDayFormat = new Intl.DateTimeFormat(LOCALE, { ...inUtc, dateStyle: 'full' });
const weekdayFormat = new Intl.DateTimeFormat(LOCALE, { ...inUtc, weekday: 'short', month: 'short', day: 'numeric' });
const dayRangeFormat = new Intl.DateTimeFormat(LOCALE, { ...inUtc, month: 'short', day: 'numeric', year: 'numeric' });

/** The day in Los Angeles, as '2026-03-08'. */
export const toCalendarDay = (date: Date): string => isoDateFormat.format(date);

/** Adds days to a day; negative numbers subtract. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The number of days in a range, including both ends. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** 'Mar 8'. */
export const formatShortDay = (day: string): string => shortDayFormat.format(Date.parse(day));

/** 'Sun, Mar 8'. */
export const formatWeekday = (day: string): string => weekdayFormat.format(Date.parse(day));

/** 'Sunday, March 8, 2026'. */
export const formatLongDay = (day: string): string => longDayFormat.format(Date.parse(day));

/** 'Mar 8 – 14, 2026'. */
export const formatDayRange = (from: string, to: string): string =>
  dayRangeFormat.formatRange(Date.parse(from), Date.parse(to)).replaceAll('\u2009', ' ');
