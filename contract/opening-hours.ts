import { isHoliday } from './holidays.ts';
import type { DayHours, Hours, Weekday } from './weekly-hours.ts';

/** The displayed names of the weekdays in order. The keys of `Hours` are the same in lower case. */
export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Whether a business is open at a given time, by its regular hours. */
export interface OpeningState {
  isOpen: boolean;
  /** When `isOpen` changes next; 'never' if not within a week, null if the hours of a day before then are unknown. */
  nextChange: OpeningChange | 'never' | null;
  /** Whether the day is a federal holiday, on which other hours may apply. */
  isHoliday: boolean;
}

/** The time at which a business opens or closes, in Los Angeles. */
export interface OpeningChange {
  /** '17:30'. */
  time: string;
  day: (typeof WEEKDAY_NAMES)[number];
  /** The number of days from today; 0 is today. */
  daysAhead: number;
  isHoliday: boolean;
}

/**
 * Whether a business with these hours is open at a time, by local time in Los Angeles: the hour that is repeated in fall counts
 * twice, and the hour that is skipped in spring does not occur. The search filter computes the same in SQL
 * (`opening_minutes`, `minute_of_week`).
 * See docs/decisions/0043-opening-state-in-the-browser.md.
 * @returns null if there is no entry for that day
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
// The time at which daylight saving time begins and ends (15 U.S.C. 260a).
const SUNDAY_AT_TWO = 6 * MINUTES_PER_DAY + 2 * 60;

/** The first minute of the week and the minute after the last. A span that begins on Sunday may end in the next week. */
type MinuteSpan = readonly [opens: number, closes: number];

function findNextChange(hours: Hours, spans: MinuteSpan[], from: Date): OpeningState['nextChange'] {
  const unknownDays = WEEKDAY_NAMES.flatMap((_, day) =>
    getDayHours(hours, day * MINUTES_PER_DAY) === null ? [day * MINUTES_PER_DAY] : [],
  );
  const boundaries = [...spans.flat(), ...unknownDays, SUNDAY_AT_TWO];
  const now = toLosAngelesTime(from.getTime());
  const isOpen = isWithinAny(spans, now.minute);

  // Steps from boundary to boundary in real time. Local time is computed anew at each one, because the offset may change.
  let next = now;
  let at = Math.floor(from.getTime() / MINUTE_MS) * MINUTE_MS;
  for (;;) {
    const { minute } = next;
    at +=
      Math.min(
        ...boundaries.map((boundary) => (boundary - minute + MINUTES_PER_WEEK) % MINUTES_PER_WEEK || MINUTES_PER_WEEK),
      ) * MINUTE_MS;
    next = toLosAngelesTime(at);
    const daysAhead = next.date - now.date;
    if (daysAhead > 7) return 'never';
    if (isWithinAny(spans, next.minute) !== isOpen) {
      return { time: next.time, day: getWeekdayName(next.minute), daysAhead, isHoliday: isHoliday(next.date) };
    }
    if (!isOpen && getDayHours(hours, next.minute) === null) return null;
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

/** Local time in Los Angeles: '17:30', the minute of the week, and the date in days since 1970. */
function toLosAngelesTime(ms: number): { time: string; minute: number; date: number } {
  const [month = '', day = '', year = '', hour = '', minute = ''] = losAngelesFormat.format(ms).match(/\d+/g) ?? [];
  const time = `${hour}:${minute}`;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
  // January 1, 1970, was a Thursday.
  return { time, minute: ((date + 3) % 7) * MINUTES_PER_DAY + toMinuteOfDay(time), date };
}
