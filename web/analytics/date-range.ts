import { useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { MAX_ANALYTICS_DAYS } from '#contract/limits.ts';
import { addDays, countDays, toCalendarDay } from './days.ts';

/** The range of the metrics: the last days, including today, or from one date to another. */
export type DateRange = { last: number } | { from: string; to: string };

/** The predefined ranges, of which the second is the default. */
export const PERIODS = [
  { last: 7, label: t('7 days') },
  { last: 30, label: t('30 days') },
  { last: 90, label: t('90 days') },
  { last: 365, label: t('12 months') },
];
const DEFAULT_RANGE: DateRange = { last: 30 };

/** The range in the URL of the page, and a function that navigates to another range, and keeps the other parameters. */
export function useDateRange() {
  const [query, setQuery] = useSearchParams();
  const today = toCalendarDay(new Date());
  const range = parseRange(query, today);
  return {
    range,
    today,
    choose: (selected: DateRange) => setQuery(withRange(query, selected), { preventScrollReset: true }),
  };
}
export type DateRangeState = ReturnType<typeof useDateRange>;

/** Parses the range of a URL from `days`, or `from` and `to`; the last 30 days if there is no valid range. */
export function parseRange(query: URLSearchParams, today: string): DateRange {
  const last = Number(query.get('days'));
  if (PERIODS.some((period) => period.last === last)) return { last };
  const custom = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  return validateDays(custom, today) ? DEFAULT_RANGE : custom;
}

function withRange(query: URLSearchParams, range: DateRange): [string, string][] {
  const others = [...query].filter(([name]) => !['days', 'from', 'to'].includes(name));
  return [...others, ...Object.entries(toSearchParams(range))];
}

function toSearchParams(range: DateRange): Record<string, string> {
  if ('from' in range) return range;
  return isDefaultRange(range) ? {} : { days: String(range.last) };
}

const isDefaultRange = (range: DateRange) => 'last' in range && range.last === DEFAULT_RANGE.last;

/** The query string of the API request; empty for the default range. */
export function toApiQuery(range: DateRange, today: string): string {
  if (isDefaultRange(range)) return '';
  return `?${new URLSearchParams({ ...resolveRange(range, today) })}`;
}

/** The first and the last day of a range. */
export function resolveRange(range: DateRange, today: string): { from: string; to: string } {
  return 'from' in range ? range : { from: addDays(today, 1 - range.last), to: today };
}

/** The error message for an invalid custom range; null if it is valid. */
export function validateDays({ from, to }: { from: string; to: string }, today: string): string | null {
  if (!isCalendarDay(from) || !isCalendarDay(to)) return t('Choose a start date and an end date');
  if (from > to) return t('The start date is after the end date');
  if (to > today) return t('The end date is in the future');
  if (countDays(from, to) > MAX_ANALYTICS_DAYS) return t('Choose {max} days or fewer', { max: MAX_ANALYTICS_DAYS });
  return null;
}

const isCalendarDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && normalizeDay(text) === text;

/** A date as a calendar day: February 30 becomes March 2. */
function normalizeDay(text: string): string | null {
  return Number.isNaN(Date.parse(text)) ? null : addDays(text, 0);
}
