import { type ClosedPeriod, isClosedPeriod, readClosedPeriod } from './closed-periods.ts';
import { isHoliday } from './holidays.ts';
import { toLosAngelesTime } from './los-angeles-time.ts';
import { findSpecialDay, type SpecialDay } from './special-days.ts';
import { WEEKDAY_NAMES } from './weekday-names.ts';
import type { DayHours, Hours, Weekday } from './weekly-hours.ts';

/** Whether a business is open at a given time. */
export interface OpeningState {
  isOpen: boolean;
  /** When `isOpen` changes next; 'never' if not within a week, null if the hours of a day before then are unknown. */
  nextChange: OpeningChange | 'never' | null;
  /** Whether the business day is a federal holiday, on which other hours may apply: the owner gave none for it. */
  isHoliday: boolean;
  /** Why it is not open: it sees customers by appointment, which is neither open nor closed, or is temporarily closed. */
  reason?: 'appointment' | (ClosedPeriod & { isVacation: boolean });
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

/** When a business is open: the hours of each weekday, if the owner gave any, and the days that have other hours. */
export interface Opening {
  hours: Hours | null;
  specialHours: readonly SpecialDay[];
}

/**
 * Whether a business is open at a time, by local time in Los Angeles: the hour that is repeated in fall counts
 * twice, and the hour that is skipped in spring does not occur. The search filter computes the same in SQL (`is_open`).
 * See docs/decisions/0043-opening-hours.md.
 * @returns null if there is no entry for that day
 */
export function getOpeningState(opening: Opening, at: Date): OpeningState | null {
  const now = toLosAngelesTime(at.getTime());
  // From yesterday on, whose hours may end today. Of the last day only the beginning matters.
  const days = Array.from({ length: DAYS_AHEAD + 3 }, (_, index) => toDay(opening, now.date - 1 + index));
  // After midnight it may be open by the hours of the day before, which a holiday that has begun since does not change.
  const open = days.filter((day) => isWithinAny([day], now.minute));
  const isOpen = open.length > 0;
  const reason = isOpen ? undefined : findReason(opening, now.date);
  if (!isOpen && !reason && isUnknown(days, now.date)) return null;
  const nextChange = reason === 'appointment' ? null : findNextChange(days, at);
  if (reason) return { isOpen, nextChange, isHoliday: false, reason };
  const isHoliday = isOpen ? open.every(({ date }) => isUncertain(days, date)) : isUncertain(days, now.date);
  return { isOpen, nextChange, isHoliday };
}

function findReason(opening: Opening, date: number): OpeningState['reason'] {
  const special = findSpecialDay(opening.specialHours, date);
  if (special && isClosedPeriod(special.on))
    return { ...readClosedPeriod(special.on), isVacation: special.reason === 'vacation' };
  return findDayHours(opening, date) === 'appointment' ? 'appointment' : undefined;
}

/** How many minutes a business is open between two times, by the clock in Los Angeles. Days without an entry count as closed. */
export function countOpenMinutes(opening: Opening, from: Date, to: Date): number {
  const [start, end] = [toLosAngelesTime(from.getTime()), toLosAngelesTime(to.getTime())];
  // From yesterday on, whose hours may end today.
  const days = Array.from({ length: end.date - start.date + 2 }, (_, index) => toDay(opening, start.date - 1 + index));
  return days
    .flatMap(({ spans }) => spans)
    .reduce(
      (sum, [opens, closes]) => sum + Math.max(0, Math.min(closes, end.minute) - Math.max(opens, start.minute)),
      0,
    );
}

const DAYS_AHEAD = 7;
const MINUTES_PER_DAY = 24 * 60;
const MINUTE_MS = 60_000;
// The time at which daylight saving time begins and ends (15 U.S.C. 260a).
const TWO_IN_THE_MORNING = 2 * 60;

/** A date in days since 1970, and when it is open: from the first minute to the one after the last, in minutes since 1970. */
interface Day {
  date: number;
  spans: (readonly [opens: number, closes: number])[];
  isUnknown: boolean;
  isSpecial: boolean;
}

const findDayHours = ({ hours, specialHours }: Opening, date: number): DayHours | null =>
  findSpecialDay(specialHours, date)?.hours ?? hours?.[getWeekdayName(date).toLowerCase() as Weekday] ?? null;

function toDay(opening: Opening, date: number): Day {
  const dayHours = findDayHours(opening, date);
  const midnight = date * MINUTES_PER_DAY;
  return {
    date,
    spans: toDaySpans(dayHours).map(([opens, closes]) => [midnight + opens, midnight + closes]),
    isUnknown: dayHours === null || dayHours === 'appointment',
    isSpecial: findSpecialDay(opening.specialHours, date) !== undefined,
  };
}

function findNextChange(days: Day[], from: Date): OpeningState['nextChange'] {
  // Each Sunday is a boundary, although clocks are changed on two of them only.
  const boundaries = days.flatMap(({ date, spans }) => [
    ...spans.flat(),
    date * MINUTES_PER_DAY,
    ...(getWeekdayName(date) === 'Sunday' ? [date * MINUTES_PER_DAY + TWO_IN_THE_MORNING] : []),
  ]);
  const now = toLosAngelesTime(from.getTime());
  const isOpen = isWithinAny(days, now.minute);

  // Steps from boundary to boundary in real time. Local time is computed anew at each one, because the offset may change.
  let next = now;
  let at = Math.floor(from.getTime() / MINUTE_MS) * MINUTE_MS;
  for (;;) {
    const { minute } = next;
    at += (Math.min(...boundaries.filter((boundary) => boundary > minute)) - minute) * MINUTE_MS;
    next = toLosAngelesTime(at);
    const daysAhead = next.date - now.date;
    if (daysAhead > DAYS_AHEAD) return 'never';
    if (isWithinAny(days, next.minute) !== isOpen) {
      const { time, date } = next;
      return { time, day: getWeekdayName(date), daysAhead, isHoliday: isUncertain(days, date) };
    }
    if (!isOpen && isUnknown(days, next.date)) return null;
  }
}

// January 1, 1970, was a Thursday.
const getWeekdayName = (date: number) => WEEKDAY_NAMES[(date + 3) % 7] as (typeof WEEKDAY_NAMES)[number];

const isWithinAny = (days: Day[], minute: number) =>
  days.some(({ spans }) => spans.some(([opens, closes]) => opens <= minute && minute < closes));

const isUnknown = (days: Day[], date: number) => days.some((day) => day.date === date && day.isUnknown);

const isUncertain = (days: Day[], date: number) =>
  isHoliday(date) && !days.some((day) => day.date === date && day.isSpecial);

function toDaySpans(dayHours: DayHours | null): Day['spans'] {
  if (dayHours === null || dayHours === 'closed' || dayHours === 'appointment') return [];
  if (dayHours === 'all-day') return [[0, MINUTES_PER_DAY]];
  return dayHours.map(({ opens, closes }) => [
    toMinuteOfDay(opens),
    toMinuteOfDay(closes) + (closes < opens ? MINUTES_PER_DAY : 0),
  ]);
}

const toMinuteOfDay = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3));
