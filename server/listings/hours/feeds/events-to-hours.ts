import { formatClosedPeriod } from '#contract/hours/closed-periods.ts';
import type { FoundHours, SkippedHours, SkippedReason } from '#contract/hours/hours-feeds.ts';
import { toLosAngelesTime } from '#contract/hours/los-angeles-time.ts';
import { parseHours } from '#contract/hours/parse-hours.ts';
import { type SpecialDay, toEpochDay, toIsoDate } from '#contract/hours/special-days.ts';
import { type DayHours, dayHoursSchema, type Span } from '#contract/hours/weekly-hours.ts';
import type { CalendarEvent, ExpandedEvents } from './expand-events.ts';

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
// Above it, days on which the business is closed are one period.
const MAX_SINGLE_DAYS = 3;

const CLOSED = /\b(closed|closure|cerrad[oa]s?)\b/i;
const OPEN = /\b(open|opens|opening|hours|abiert[oa]s?|abrimos|horario)\b/i;

interface DayPlan {
  title: string;
  isClosed: boolean;
  isAllDay: boolean;
  spans: Span[];
}

/**
 * The special hours that the events of a calendar say. Only titles that say 'closed' or 'open' count, so that a calendar with other events can be
 * given: whole days 'Closed', whole days 'Open 10am-2pm', and events with times 'Open'. Hours go before 'Closed' on the same day.
 * @param today in days since 1970: days before it are left out
 */
export function eventsToHours({ events, unread }: ExpandedEvents, today: number): FoundHours {
  const days = new Map<string, DayPlan>();
  const skipped: SkippedHours[] = [...unread];
  const skip = (reason: SkippedReason, { title }: { title: string }, date: string) =>
    skipped.push({ date, title, reason });
  const plan = (date: string, { title }: { title: string }) => {
    const planned = days.get(date) ?? { title, isClosed: false, isAllDay: false, spans: [] };
    days.set(date, planned);
    return planned;
  };
  for (const event of events) {
    const { from, until, isWholeDays } = toMinutes(event);
    const date = toIsoDate(Math.floor(from / DAY_MINUTES));
    if (CLOSED.test(event.title)) {
      if (isWholeDays) for (const day of listDays(from, until)) plan(day, event).isClosed = true;
      else skip('part-of-day', event, date);
    } else if (!OPEN.test(event.title)) skip('unclear', event, date);
    else if (event.kind === 'days') {
      const hours = readTitle(event.title);
      if (!hours || hours === 'closed' || hours === 'appointment') skip('unclear', event, date);
      else for (const day of listDays(from, until)) addHours(plan(day, event), hours);
    } else if (isWholeDays) for (const day of listDays(from, until)) plan(day, event).isAllDay = true;
    else if (until - from >= DAY_MINUTES) skip('too-long', event, date);
    else if (until <= from) skip('unclear', event, date);
    else plan(date, event).spans.push({ opens: toTime(from), closes: toTime(until) });
  }
  const read = [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([on, planned]): SpecialDay[] => {
      const hours = toDayHours(planned);
      if (hours) return [{ on, hours }];
      skip('overlaps', planned, on);
      return [];
    });
  return {
    format: 'calendar',
    hours: null,
    specialHours: joinClosedDays(read).filter(isAhead(today)),
    skipped: skipped.filter(({ date, reason }) => reason === 'too-often' || toEpochDay(date) >= today),
  };
}

/** The beginning and end in minutes since 1970, by the clock in Los Angeles. */
function toMinutes(event: CalendarEvent): { from: number; until: number; isWholeDays: boolean } {
  const read = (time: string | number) =>
    typeof time === 'number'
      ? toLosAngelesTime(time).minute
      : Date.parse(`${time.slice(0, 10)}T${time.slice(11) || '00:00'}Z`) / MINUTE_MS;
  const [from, until] = [read(event.from), read(event.until)];
  return { from, until, isWholeDays: until > from && from % DAY_MINUTES === 0 && until % DAY_MINUTES === 0 };
}

const listDays = (from: number, until: number): string[] =>
  Array.from({ length: Math.min(MAX_DAYS, (until - from) / DAY_MINUTES) }, (_, index) =>
    toIsoDate(from / DAY_MINUTES + index),
  );

// Two years.
const MAX_DAYS = 731;

/** '10am-2pm' of 'Open 10am-2pm', for the whole day. */
const readTitle = (title: string): DayHours | null =>
  parseHours(`monday ${title.replace(OPEN, '').trim()}`)?.hours.monday ?? null;

function addHours(planned: DayPlan, hours: DayHours) {
  if (hours === 'all-day') planned.isAllDay = true;
  else if (Array.isArray(hours)) planned.spans.push(...hours);
}

function toDayHours({ isClosed, isAllDay, spans }: DayPlan): DayHours | null {
  if (spans.length === 0) return isAllDay ? 'all-day' : isClosed ? 'closed' : null;
  const sorted = isAllDay ? null : spans.toSorted((one, other) => (one.opens < other.opens ? -1 : 1));
  const read = dayHoursSchema.safeParse(sorted);
  return read.success ? read.data : null;
}

const toTime = (minute: number) => {
  const ofDay = minute % DAY_MINUTES;
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
};

/** Many closed days in a row are a period, from the first of them until the day after the last. */
function joinClosedDays(days: SpecialDay[]): SpecialDay[] {
  const joined: SpecialDay[] = [];
  for (let i = 0; i < days.length; ) {
    const first = days[i] as SpecialDay;
    const start = toEpochDay(first.on);
    let count = 0;
    while (days[i + count]?.hours === 'closed' && toEpochDay(days[i + count]?.on ?? '') === start + count) count++;
    if (count > MAX_SINGLE_DAYS) {
      const until = toIsoDate(start + count);
      joined.push({ on: formatClosedPeriod({ from: first.on, until }), hours: 'closed' });
      i += count;
    } else {
      joined.push(first);
      i++;
    }
  }
  return joined;
}

/** Whether a day, or the last one of a period, is not over. */
const isAhead =
  (today: number) =>
  ({ on }: SpecialDay) =>
    toEpochDay(on.slice(-10)) >= today + (on.includes('/') ? 1 : 0);
