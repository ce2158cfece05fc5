import { useSearchParams } from 'react-router';
import { MAX_ANALYTICS_DAYS } from '#contract/limits.ts';
import { addDays, countDays, toCalendarDay } from './days.ts';

/** The days that figures are asked for: the last so many, today among them, or from one day to another. */
export type DateRange = { last: number } | { from: string; to: string };

/** What is chosen with one click; the second is what is shown unless told. */
export const PERIODS = [
  { last: 7, label: '7 days' },
  { last: 30, label: '30 days' },
  { last: 90, label: '90 days' },
  { last: 365, label: '12 months' },
];
const DEFAULT_RANGE: DateRange = { last: 30 };

/** The range in the page's address, and how to choose another, which makes an address of its own. */
export function useDateRange() {
  const [query, setQuery] = useSearchParams();
  const today = toCalendarDay(new Date());
  const range = parseRange(query, today);
  return {
    range,
    today,
    choose: (chosen: DateRange) => setQuery(toSearchParams(chosen), { preventScrollReset: true }),
  };
}
export type DateRangeState = ReturnType<typeof useDateRange>;

/** The range that an address names by `days`, or `from` and `to`; the last 30 days where it names none that there is. */
export function parseRange(query: URLSearchParams, today: string): DateRange {
  const last = Number(query.get('days'));
  if (PERIODS.some((period) => period.last === last)) return { last };
  const own = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  return validateDays(own, today) ? DEFAULT_RANGE : own;
}

function toSearchParams(range: DateRange): Record<string, string> {
  if ('from' in range) return range;
  return isDefaultRange(range) ? {} : { days: String(range.last) };
}

const isDefaultRange = (range: DateRange) => 'last' in range && range.last === DEFAULT_RANGE.last;

/** What the API is asked by, after the path: nothing for what it answers anyway. */
export function toApiQuery(range: DateRange, today: string): string {
  if (isDefaultRange(range)) return '';
  return `?${new URLSearchParams({ ...resolveRange(range, today) })}`;
}

/** The first and the last day of a range. */
export function resolveRange(range: DateRange, today: string): { from: string; to: string } {
  return 'from' in range ? range : { from: addDays(today, 1 - range.last), to: today };
}

/** What is wrong with two days that somebody chose; null when nothing is. */
export function validateDays({ from, to }: { from: string; to: string }, today: string): string | null {
  if (!isCalendarDay(from) || !isCalendarDay(to)) return 'Choose both days';
  if (from > to) return 'The first day is after the last';
  if (to > today) return 'The last day is still to come';
  if (countDays(from, to) > MAX_ANALYTICS_DAYS) return `Choose at most ${MAX_ANALYTICS_DAYS} days`;
  return null;
}

const isCalendarDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && normalizeDay(text) === text;

/** The same day as the calendar has it: February 30 is none. */
function normalizeDay(text: string): string | null {
  return Number.isNaN(Date.parse(text)) ? null : addDays(text, 0);
}
