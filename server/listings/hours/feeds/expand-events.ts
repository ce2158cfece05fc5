import ICAL from 'ical.js';

/**
 * An event of a calendar on one day or more. Days are dates ('2026-12-24'), `until` the one after the last. Times without a time zone are by the
 * clock in Los Angeles ('2026-12-24T09:30'), others in milliseconds since 1970.
 */
export type CalendarEvent = { title: string } & (
  | { kind: 'days'; from: string; until: string }
  | { kind: 'local'; from: string; until: string }
  | { kind: 'instant'; from: number; until: number }
);

/** The events of a calendar in a range of dates, and those that cannot be read: repeated too often, or in a time zone that is not described. */
export interface ExpandedEvents {
  events: CalendarEvent[];
  unread: { title: string; date: string; reason: 'too-often' | 'unclear' }[];
}

/** How much of a calendar is read. */
const MAX_EVENTS = 2000;
const MAX_OCCURRENCES = 4000;
const MAX_TITLE_LENGTH = 80;
const OUR_ZONE = 'America/Los_Angeles';

/**
 * Reads a calendar (RFC 5545) and repeats its events. `ical.js` finds the times; a calendar can make it repeat an event for ever, so steps are
 * counted, and this runs in a process of its own.
 * @param range dates: events are those that begin before its end and end after its beginning
 * @throws {Error} when it is none
 */
export function expandEvents(text: string, range: { from: string; until: string }): ExpandedEvents {
  const calendar = new ICAL.Component(ICAL.parse(text));
  if (calendar.name !== 'vcalendar') throw new Error('It is no calendar');
  const parts = calendar.getAllSubcomponents('vevent').slice(0, MAX_EVENTS);
  const expanded: ExpandedEvents = { events: [], unread: [] };
  for (const part of parts) {
    if (part.hasProperty('recurrence-id') || isCancelled(part)) continue;
    const event = new ICAL.Event(part);
    for (const other of parts)
      if (other.hasProperty('recurrence-id') && other.getFirstPropertyValue('uid') === event.uid)
        event.relateException(new ICAL.Event(other));
    if (event.isRecurring()) repeat(event, range, expanded);
    else add(expanded, range, { item: event, startDate: event.startDate, endDate: event.endDate });
  }
  return expanded;
}

const isCancelled = (part: ICAL.Component) => part.getFirstPropertyValue('status') === 'CANCELLED';

function repeat(event: ICAL.Event, range: { from: string; until: string }, expanded: ExpandedEvents) {
  const iterator = event.iterator();
  for (let steps = 0; ; steps++) {
    const next = iterator.next();
    if (!next || toDate(next) >= range.until) return;
    if (steps >= MAX_OCCURRENCES) {
      expanded.unread.push({ title: toTitle(event.summary), date: range.from, reason: 'too-often' });
      return;
    }
    const occurrence = event.getOccurrenceDetails(next);
    if (!isCancelled(occurrence.item.component)) add(expanded, range, occurrence);
  }
}

/** An event once: `item` is the event itself, or what replaces it that time. */
interface Occurrence {
  item: ICAL.Event;
  startDate: ICAL.Time | null;
  endDate: ICAL.Time | null;
}

function add(
  { events, unread }: ExpandedEvents,
  range: { from: string; until: string },
  { item, startDate: start, endDate: end }: Occurrence,
) {
  if (!start) return;
  const last = end ?? start;
  if (toDate(start) >= range.until || toDate(last) < range.from || events.length >= MAX_OCCURRENCES) return;
  const title = toTitle(item.summary);
  const zone = item.component.getFirstProperty('dtstart')?.getParameter('tzid');
  if (start.isDate) {
    // One without an end is a day long (RFC 5545, 3.6.1).
    const next = start.clone();
    next.adjust(1, 0, 0, 0);
    const until = last.compare(start) > 0 ? last : next;
    events.push({ title, kind: 'days', from: toDate(start), until: toDate(until) });
  } else if (start.zone !== ICAL.Timezone.localTimezone)
    events.push({ title, kind: 'instant', from: toMs(start), until: toMs(last) });
  else if (zone && zone !== OUR_ZONE) unread.push({ title, date: toDate(start), reason: 'unclear' });
  else events.push({ title, kind: 'local', from: toMinute(start), until: toMinute(last) });
}

const toTitle = (summary: string | null) => String(summary ?? '').slice(0, MAX_TITLE_LENGTH);

const toDate = (time: ICAL.Time) => time.toString().slice(0, 10);

/** '2026-12-24T09:30'. */
const toMinute = (time: ICAL.Time) => time.toString().slice(0, 16);

const toMs = (time: ICAL.Time) => time.toUnixTime() * 1000;
