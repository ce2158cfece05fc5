import { WEEKDAY_NAMES } from '#contract/hours/weekday-names.ts';
import type { DayHours, Hours, Weekday } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';

/** The days with information, in the order of the week, each with its times in 12-hour notation. */
export function openingHours(hours: Hours): { day: string; times: string[] }[] {
  return WEEKDAY_NAMES.flatMap((day) => {
    const dayHours = hours[day.toLowerCase() as Weekday];
    return dayHours ? [{ day, times: formatDayHours(dayHours) }] : [];
  });
}

/** A day's times in 12-hour notation. */
export function formatDayHours(dayHours: DayHours): string[] {
  if (dayHours === 'closed') return [t('Closed')];
  if (dayHours === 'all-day') return [t('Open 24 hours')];
  return dayHours.map(({ opens, closes }) => `${formatTime(opens)} – ${formatTime(closes)}`);
}

/** '2026-12-24' as 'Thu, Dec 24', with the year where `withYear`. */
export const formatDate = (date: string, withYear = false) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: withYear ? 'numeric' : undefined,
  }).format(new Date(date));

/** '17:30' as '5:30 PM'. */
export function formatTime(time: string): string {
  const hour = Number.parseInt(time, 10);
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}
