import { useSearchParams } from 'react-router';
import { MOST_DAYS } from '#contract/analytics-limits.ts';
import { addDays, dayAt, daysIn } from './days.ts';

/** The days that figures are asked for: the last so many, today among them, or from one day to another. */
export type Range = { last: number } | { from: string; to: string };

/** What is chosen with one click; the second is what is shown unless told. */
export const PERIODS = [
  { last: 7, label: '7 days' },
  { last: 30, label: '30 days' },
  { last: 90, label: '90 days' },
  { last: 365, label: '12 months' },
];
const USUAL: Range = { last: 30 };

/** The range in the page's address, and how to choose another, which makes an address of its own. */
export function useRange() {
  const [query, setQuery] = useSearchParams();
  const today = dayAt(new Date());
  const range = rangeIn(query, today);
  return {
    range,
    today,
    choose: (chosen: Range) => setQuery(addressOf(chosen), { preventScrollReset: true }),
  };
}
export type ChosenRange = ReturnType<typeof useRange>;

/** The range that an address names by `days`, or `from` and `to`; the last 30 days where it names none that there is. */
export function rangeIn(query: URLSearchParams, today: string): Range {
  const last = Number(query.get('days'));
  if (PERIODS.some((period) => period.last === last)) return { last };
  const own = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  return faultOfDays(own, today) ? USUAL : own;
}

function addressOf(range: Range): Record<string, string> {
  if ('from' in range) return range;
  return isUsual(range) ? {} : { days: String(range.last) };
}

const isUsual = (range: Range) => 'last' in range && range.last === USUAL.last;

/** What the API is asked by, after the path: nothing for what it answers anyway. */
export function askedBy(range: Range, today: string): string {
  if (isUsual(range)) return '';
  return `?${new URLSearchParams({ ...daysOf(range, today) })}`;
}

/** The first and the last day of a range. */
export function daysOf(range: Range, today: string): { from: string; to: string } {
  return 'from' in range ? range : { from: addDays(today, 1 - range.last), to: today };
}

/** What is wrong with two days that somebody chose; null when nothing is. */
export function faultOfDays({ from, to }: { from: string; to: string }, today: string): string | null {
  if (!isDay(from) || !isDay(to)) return 'Choose both days';
  if (from > to) return 'The first day is after the last';
  if (to > today) return 'The last day is still to come';
  if (daysIn(from, to) > MOST_DAYS) return `Choose at most ${MOST_DAYS} days`;
  return null;
}

const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && addDaysOrNone(text) === text;

/** The same day as the calendar has it: February 30 is none. */
function addDaysOrNone(text: string): string | null {
  return Number.isNaN(Date.parse(text)) ? null : addDays(text, 0);
}
