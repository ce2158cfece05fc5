import { WEEKDAY_NAMES } from '#contract/hours/weekday-names.ts';
import type { DayHours, Hours, Weekday } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { LOCALE } from '#web/base/i18n/language.ts';

/** The days with information, in the order of the week, each with its times in 12-hour notation. Days by appointment only are one. */
export function openingHours(hours: Hours): { day: string; times: string[] }[] {
  if (Object.values(hours).every((day) => day === 'appointment'))
    return [{ day: t('All days'), times: formatDayHours('appointment') }];
  return WEEKDAY_NAMES.flatMap((name) => {
    const dayHours = hours[name.toLowerCase() as Weekday];
    return dayHours ? [{ day: formatWeekday(name), times: formatDayHours(dayHours) }] : [];
  });
}

const weekdayFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', weekday: 'long' });

/** The name of a weekday: 'Monday', 'lunes'. */
export const formatWeekday = (name: (typeof WEEKDAY_NAMES)[number]): string =>
  // January 5, 1970, was a Monday.
  weekdayFormat.format(Date.UTC(1970, 0, 5 + WEEKDAY_NAMES.indexOf(name)));

const DAY_TEXTS = { closed: t('Closed'), appointment: t('By appointment'), 'all-day': t('Open 24 hours') };

/** A day's times in 12-hour notation. */
export function formatDayHours(dayHours: DayHours): string[] {
  if (!Array.isArray(dayHours)) return [DAY_TEXTS[dayHours]];
  return dayHours.map(({ opens, closes }) => `${formatTime(opens)} – ${formatTime(closes)}`);
}

/** '2026-12-24' as 'Thu, Dec 24', or with the year. */
export const formatDate = (date: string, year?: 'numeric') =>
  new Intl.DateTimeFormat(LOCALE, {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year,
  }).format(new Date(date));

const timeFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });

/** '17:30' as '5:30 PM', '5:30 p. m.'; what is no time yet stays as it is. */
export function formatTime(time: string): string {
  if (!/^\d\d:\d\d$/.test(time)) return time;
  const [hour, minute] = time.split(':').map(Number);
  // Browsers and the server space 'p. m.' in different ways, and must render the same.
  return timeFormat
    .format(Date.UTC(1970, 0, 1, hour, minute))
    .replaceAll(/\s/g, ' ')
    .replace(/\. ?m\./, '. m.');
}
