import type { DayHours, Hours, Weekday } from '#contract/listing-form.ts';
import { DAYS } from '#contract/opening.ts';

/** The days of which it was said whether one is open, each with its times as a clock of twelve hours tells them. */
export function openingHours(hours: Hours): { day: string; times: string[] }[] {
  return DAYS.flatMap((day) => {
    const said = hours[day.toLowerCase() as Weekday];
    return said ? [{ day, times: inWords(said) }] : [];
  });
}

function inWords(said: DayHours): string[] {
  if (said === 'closed') return ['Closed'];
  if (said === 'all-day') return ['Open 24 hours'];
  return said.map(({ opens, closes }) => `${onClock(opens)} – ${onClock(closes)}`);
}

/** '17:30' as '5:30 PM'. */
export function onClock(time: string): string {
  const hour = Number.parseInt(time, 10);
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}
