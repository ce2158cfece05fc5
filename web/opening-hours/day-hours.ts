import { WEEKDAY_NAMES } from '#contract/hours/weekday-names.ts';
import { type DayHours, type Hours, type Span, WEEKDAYS, type Weekday } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { formatWeekday } from './opening-hours.ts';

/** The options of a day's select. */
export const DAY_KINDS = {
  '': t('Not set'),
  open: t('Open'),
  closed: t('Closed'),
  appointment: t('By appointment'),
  'all-day': t('Open 24 hours'),
} as const;
export type DayKind = keyof typeof DAY_KINDS;

/** Hours with no information for any day. */
export const EMPTY_HOURS = Object.fromEntries(WEEKDAYS.map((day) => [day, null])) as Hours;

/** Hours by appointment only. */
export const BY_APPOINTMENT = Object.fromEntries(WEEKDAYS.map((day) => [day, 'appointment'])) as Hours;

/** Whether a business sees customers by appointment only. */
export const isByAppointment = (hours: Hours) => Object.values(hours).every((day) => day === 'appointment');

/** The maximum number of spans in a day. */
export const MAX_SPANS = 4;

/** 'Monday', 'lunes'. */
export const weekdayName = (day: Weekday): string =>
  formatWeekday(WEEKDAY_NAMES[WEEKDAYS.indexOf(day)] as (typeof WEEKDAY_NAMES)[number]);

/** The select option for a day's hours. */
export function getDayKind(day: DayHours | null): DayKind {
  if (day === null) return '';
  return typeof day === 'string' ? day : 'open';
}

/** The initial hours of a day for a select option. */
export function defaultDayHours(kind: DayKind): DayHours | null {
  if (kind === '') return null;
  return kind === 'open' ? [{ opens: '09:00', closes: '17:00' }] : kind;
}

/** A suggested span after the last one of a day; null if no other span fits. */
export function nextSpan(spans: Span[]): Span | null {
  const last = spans.at(-1);
  if (!last || spans.length === MAX_SPANS || !isTime(last.closes) || isPastMidnight(last)) return null;
  const hour = Number(last.closes.slice(0, 2)) + 1;
  return hour > 22 ? null : { opens: onTheHour(hour), closes: onTheHour(Math.min(hour + 3, 23)) };
}

/** Whether a span ends on the next day. */
export const isPastMidnight = ({ opens, closes }: Span) => isTime(opens) && isTime(closes) && closes < opens;

const isTime = (text: string) => /^\d\d:\d\d$/.test(text);
const onTheHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
