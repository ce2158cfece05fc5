import type { Token } from './tokenize-hours.ts';
import type { Span } from './weekly-hours.ts';

type Time = Extract<Token, { kind: 'time' }>;

const DAY = 24 * 60;
const NOON = 12 * 60;

/**
 * An opening and a closing time. Where 'am' and 'pm' are left out, the only likely reading counts: '9-5' is a day, '10-2pm' begins in
 * the morning, '3-7pm' in the afternoon. 'all-day' is from midnight to midnight.
 * @returns null where it could be another: '9-11', '6-10pm'
 */
export function parseSpan(
  open: Token | undefined,
  dash: Token | undefined,
  close: Token | undefined,
): Span | 'all-day' | null {
  if (open?.kind !== 'time' || dash?.kind !== 'dash' || close?.kind !== 'time') return null;
  const span = readMinutes(open, close);
  if (!span) return null;
  const [opens, closes] = span;
  // Many programs cannot write midnight as the end of a day.
  if (opens % DAY === 0 && (closes % DAY === 0 || closes === DAY - 1)) return 'all-day';
  return opens % DAY === closes % DAY ? null : { opens: format(opens), closes: format(closes) };
}

function readMinutes(open: Time, close: Time): [opens: number, closes: number] | null {
  if (open.half && close.half) return [toMinutes(open, open.half), toMinutes(close, close.half)];
  const isClock = (open.is24Hour && close.is24Hour) || open.hour > 12 || close.hour > 12 || open.hour === 0;
  if (isClock) return open.half || close.half ? null : [60 * open.hour + open.minute, 60 * close.hour + close.minute];

  const from = toMinutes(open, 'am');
  const to = toMinutes(close, 'am');
  if (close.half) {
    // '10-2pm' crosses noon, '9-5am' midnight.
    if (from >= to) return [close.half === 'pm' ? from : from + NOON, toMinutes(close, close.half)];
    // '7-11am' and '3-7pm' do not; '6-10pm' could be from the morning on.
    if (close.half === 'am' || from < 6 * 60) return [toMinutes(open, close.half), toMinutes(close, close.half)];
    return null;
  }
  if (open.half === 'pm') return from < to ? [from + NOON, to + NOON] : [from + NOON, to];
  // '9-5', '9am-5', '8am-12'.
  if (from > to) return [from, to + NOON];
  // '1-5' and '12-5' are afternoons; '9-11' and '9am-11' may end in the morning or at night.
  return !open.half && from < 5 * 60 ? [from + NOON, to + NOON] : null;
}

/** The minute of the day; 12 am is midnight. */
const toMinutes = ({ hour, minute }: Time, half: 'am' | 'pm') => 60 * (hour % 12) + minute + (half === 'pm' ? NOON : 0);

function format(minutes: number) {
  const minute = minutes % DAY;
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
