import { isHoliday } from './holidays.ts';
import type { DayHours, Hours, Weekday } from './listing-form.ts';

/** The days of the week in order, as they are shown. Their keys in `Hours` are the same in lower case. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Whether a business is open at a moment, by its regular hours. */
export interface Opening {
  isOpen: boolean;
  /** When that changes next; 'never' if it does not within a week, null if nothing was said of a day before then. */
  changes: Change | 'never' | null;
  /** Whether it is a federal holiday, on which regular hours may not hold. */
  isHoliday: boolean;
}

/** When a business opens or closes, on the clock of Los Angeles. */
export interface Change {
  /** '17:30'. */
  time: string;
  day: (typeof DAYS)[number];
  /** How many midnights away: 0 is today. */
  daysAhead: number;
  isHoliday: boolean;
}

/**
 * Whether a business with these hours is open at a moment, as a clock on the wall in Los Angeles tells it: the hour that is
 * repeated in fall counts twice, the one that is left out in spring does not come. The filter of searches says the same in
 * SQL (`opening_minutes`, `minute_of_week`).
 * @returns null where nothing was said of that day
 */
export function openingAt(hours: Hours, moment: Date): Opening | null {
  const now = clockAt(moment.getTime());
  const spans = openSpans(hours);
  const isOpen = isWithin(spans, now.minute);
  if (!isOpen && hoursOf(hours, now.minute) === null) return null;
  return { isOpen, changes: nextChange(hours, spans, moment), isHoliday: isHoliday(now.date) };
}

const DAY = 24 * 60;
const WEEK = 7 * DAY;
const MINUTE_MS = 60_000;
const DAY_MS = DAY * MINUTE_MS;
// When clocks are set forward or back (15 U.S.C. 260a).
const SUNDAY_AT_TWO = 6 * DAY + 2 * 60;

/** From which minute of the week to which, the second one not in it. Sunday's may end in the next week. */
type Minutes = readonly [opens: number, closes: number];

function nextChange(hours: Hours, spans: Minutes[], moment: Date): Opening['changes'] {
  const unsaid = DAYS.flatMap((_, day) => (hoursOf(hours, day * DAY) === null ? [day * DAY] : []));
  const stops = [...spans.flat(), ...unsaid, SUNDAY_AT_TWO];
  const now = clockAt(moment.getTime());
  const isOpen = isWithin(spans, now.minute);

  // From stop to stop in real time. Where the clock was set between two, it is read anew at the moment when it was.
  let then = now;
  let at = Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS;
  for (;;) {
    const { minute } = then;
    at += Math.min(...stops.map((stop) => (stop - minute + WEEK) % WEEK || WEEK)) * MINUTE_MS;
    then = clockAt(at);
    const daysAhead = then.date - now.date;
    if (daysAhead > 7) return 'never';
    if (isWithin(spans, then.minute) !== isOpen) {
      return { time: then.time, day: dayOf(then.minute), daysAhead, isHoliday: isHoliday(then.date) };
    }
    if (!isOpen && hoursOf(hours, then.minute) === null) return null;
  }
}

const dayOf = (minute: number) => DAYS[Math.floor(minute / DAY)] as (typeof DAYS)[number];

const hoursOf = (hours: Hours, minute: number) => hours[dayOf(minute).toLowerCase() as Weekday];

const isWithin = (spans: Minutes[], minute: number) =>
  spans.some(([opens, closes]) => (opens <= minute && minute < closes) || minute < closes - WEEK);

const openSpans = (hours: Hours) =>
  DAYS.flatMap((_, day) =>
    spansOf(hoursOf(hours, day * DAY)).map(([opens, closes]): Minutes => [day * DAY + opens, day * DAY + closes]),
  );

function spansOf(said: DayHours | null): Minutes[] {
  if (said === null || said === 'closed') return [];
  if (said === 'all-day') return [[0, DAY]];
  return said.map(({ opens, closes }) => [minuteOf(opens), minuteOf(closes) + (closes < opens ? DAY : 0)]);
}

const minuteOf = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3));

const losAngeles = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What clock and calendar say in Los Angeles: '17:30', the minute of the week, and the date in days since 1970. */
function clockAt(ms: number): { time: string; minute: number; date: number } {
  const [month = '', day = '', year = '', hour = '', minute = ''] = losAngeles.format(ms).match(/\d+/g) ?? [];
  const time = `${hour}:${minute}`;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
  // The first of 1970 was a Thursday.
  return { time, minute: ((date + 3) % 7) * DAY + minuteOf(time), date };
}
