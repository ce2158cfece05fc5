import { isHoliday } from './holidays.ts';
import type { DayHours, Hours, Weekday } from './weekly-hours.ts';

/** The days of the week in order, as they are shown. Their keys in `Hours` are the same in lower case. */
export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Whether a business is open at a moment, by its regular hours. */
export interface OpeningState {
  isOpen: boolean;
  /** When that changes next; 'never' if it does not within a week, null if nothing was said of a day before then. */
  nextChange: OpeningChange | 'never' | null;
  /** Whether it is a federal holiday, on which regular hours may not hold. */
  isHoliday: boolean;
}

/** When a business opens or closes, on the clock of Los Angeles. */
export interface OpeningChange {
  /** '17:30'. */
  time: string;
  day: (typeof WEEKDAY_NAMES)[number];
  /** How many midnights away: 0 is today. */
  daysAhead: number;
  isHoliday: boolean;
}

/**
 * Whether a business with these hours is open at a moment, as a clock on the wall in Los Angeles tells it: the hour that is
 * repeated in fall counts twice, the one that is left out in spring does not come. The filter of searches says the same in
 * SQL (`opening_minutes`, `minute_of_week`).
 * See docs/decisions/0043-opening-state-in-the-browser.md.
 * @returns null where nothing was said of that day
 */
export function getOpeningState(hours: Hours, at: Date): OpeningState | null {
  const now = toLosAngelesTime(at.getTime());
  const spans = toWeekSpans(hours);
  const isOpen = isWithinAny(spans, now.minute);
  if (!isOpen && getDayHours(hours, now.minute) === null) return null;
  return { isOpen, nextChange: findNextChange(hours, spans, at), isHoliday: isHoliday(now.date) };
}

const MINUTES_PER_DAY = 24 * 60;
const MINUTES_PER_WEEK = 7 * MINUTES_PER_DAY;
const MINUTE_MS = 60_000;
const DAY_MS = MINUTES_PER_DAY * MINUTE_MS;
// When clocks are set forward or back (15 U.S.C. 260a).
const SUNDAY_AT_TWO = 6 * MINUTES_PER_DAY + 2 * 60;

/** From which minute of the week to which, the second one not in it. Sunday's may end in the next week. */
type MinuteSpan = readonly [opens: number, closes: number];

function findNextChange(hours: Hours, spans: MinuteSpan[], from: Date): OpeningState['nextChange'] {
  const unknownDays = WEEKDAY_NAMES.flatMap((_, day) =>
    getDayHours(hours, day * MINUTES_PER_DAY) === null ? [day * MINUTES_PER_DAY] : [],
  );
  const boundaries = [...spans.flat(), ...unknownDays, SUNDAY_AT_TWO];
  const now = toLosAngelesTime(from.getTime());
  const isOpen = isWithinAny(spans, now.minute);

  // From stop to stop in real time. Where the clock was set between two, it is read anew at the moment when it was.
  let then = now;
  let at = Math.floor(from.getTime() / MINUTE_MS) * MINUTE_MS;
  for (;;) {
    const { minute } = then;
    at +=
      Math.min(...boundaries.map((stop) => (stop - minute + MINUTES_PER_WEEK) % MINUTES_PER_WEEK || MINUTES_PER_WEEK)) *
      MINUTE_MS;
    then = toLosAngelesTime(at);
    const daysAhead = then.date - now.date;
    if (daysAhead > 7) return 'never';
    if (isWithinAny(spans, then.minute) !== isOpen) {
      return { time: then.time, day: getWeekdayName(then.minute), daysAhead, isHoliday: isHoliday(then.date) };
    }
    if (!isOpen && getDayHours(hours, then.minute) === null) return null;
  }
}

const getWeekdayName = (minute: number) =>
  WEEKDAY_NAMES[Math.floor(minute / MINUTES_PER_DAY)] as (typeof WEEKDAY_NAMES)[number];

const getDayHours = (hours: Hours, minute: number) => hours[getWeekdayName(minute).toLowerCase() as Weekday];

const isWithinAny = (spans: MinuteSpan[], minute: number) =>
  spans.some(([opens, closes]) => (opens <= minute && minute < closes) || minute < closes - MINUTES_PER_WEEK);

const toWeekSpans = (hours: Hours) =>
  WEEKDAY_NAMES.flatMap((_, day) =>
    toDaySpans(getDayHours(hours, day * MINUTES_PER_DAY)).map(
      ([opens, closes]): MinuteSpan => [day * MINUTES_PER_DAY + opens, day * MINUTES_PER_DAY + closes],
    ),
  );

function toDaySpans(dayHours: DayHours | null): MinuteSpan[] {
  if (dayHours === null || dayHours === 'closed') return [];
  if (dayHours === 'all-day') return [[0, MINUTES_PER_DAY]];
  return dayHours.map(({ opens, closes }) => [
    toMinuteOfDay(opens),
    toMinuteOfDay(closes) + (closes < opens ? MINUTES_PER_DAY : 0),
  ]);
}

const toMinuteOfDay = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3));

const losAngelesFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What clock and calendar say in Los Angeles: '17:30', the minute of the week, and the date in days since 1970. */
function toLosAngelesTime(ms: number): { time: string; minute: number; date: number } {
  const [month = '', day = '', year = '', hour = '', minute = ''] = losAngelesFormat.format(ms).match(/\d+/g) ?? [];
  const time = `${hour}:${minute}`;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
  // The first of 1970 was a Thursday.
  return { time, minute: ((date + 3) % 7) * MINUTES_PER_DAY + toMinuteOfDay(time), date };
}
