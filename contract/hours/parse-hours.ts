import { parseDays } from './parse-days.ts';
import { parseSpan } from './parse-span.ts';
import { type Token, tokenizeHours } from './tokenize-hours.ts';
import { type DayHours, dayHoursSchema, type Hours, type Span, WEEKDAYS, type Weekday } from './weekly-hours.ts';

/** Opening hours that were read from a text, and what it says besides of holidays and appointments. */
export interface ParsedHours {
  hours: Hours;
  note: string;
}

const NOTES =
  /[;,(]?\s*(?:\bclosed (?:on )?(?:(?:all|major|most|federal|legal|public|state|some) )*holidays?|\bph,? (?:off|closed)|\bexcept (?:(?:major|federal|public) )?holidays?|\b(?:or|and|also|evenings) by appointment|\bby appointment (?:also )?available|\bappointments? (?:recommended|preferred)|\bcerrad[oa]s? (?:los )?(?:d[ií]as )?(?:festivos|feriados)|\b(?:o )?(?:con|previa) cita)\b[).]*/gi;

/**
 * Reads opening hours as people write them ('Mon–Fri, 9–5', 'Daily 6am-10pm', 'closed Sundays'), or in the syntax of OpenStreetMap
 * ('Mo-Fr 09:00-17:00; Sa 10:00-14:00'). Days that a text with times does not name are closed.
 * @returns null if any part of the text is not understood: half of it would be wrong hours
 */
export function parseHours(text: string): ParsedHours | null {
  const note = (text.match(NOTES) ?? []).map((part) => part.replace(/^[;,(\s]+|[).\s]+$/g, '')).join(', ');
  const tokens = tokenizeHours(text.replace(NOTES, ' '));
  const days = tokens && readRules(tokens);
  if (!days || days.size === 0) return null;
  const isOpen = [...days.values()].some((value) => value !== 'closed');
  const hours = Object.fromEntries(WEEKDAYS.map((day) => [day, days.get(day) ?? (isOpen ? 'closed' : null)])) as Hours;
  return Object.values(hours).every((day) => day === null || dayHoursSchema.safeParse(day).success)
    ? { hours, note }
    : null;
}

/** The days with their times, whichever are written first: 'Mon-Fri 9-5, Sat 10-2', '9-5 Mon-Fri', 'daily except Sunday 9-5'. */
function readRules(tokens: Token[]): Map<Weekday, DayHours> | null {
  const open = new Map<Weekday, DayHours>();
  const closed = new Set<Weekday>();
  let days: Weekday[] | null = null;
  let times: DayHours | null = null;
  const first = tokens[skipSeparators(tokens, 0)]?.kind;
  const isTimeFirst = first === 'time' || first === 'all-day';

  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    if (token.kind === 'separator' || token.kind === 'break') at++;
    else if (token.kind === 'day') {
      const found = parseDays(tokens, at);
      if (!found || (days && !times)) return null;
      if (isTimeFirst) {
        if (!times) return null;
        for (const day of found.days) open.set(day, times);
        times = null;
      } else {
        days = found.days;
        times = null;
      }
      at = found.next;
    } else if (token.kind === 'closed' || token.kind === 'except') {
      const before: Weekday[] | null = token.kind === 'closed' && !times ? days : null;
      const found: { days: Weekday[]; next: number } | null = before
        ? { days: before, next: at + 1 }
        : parseDays(tokens, skipSeparators(tokens, at + 1));
      if (!found) return null;
      for (const day of found.days) closed.add(day);
      if (before) days = null;
      at = found.next;
    } else if (token.kind === 'all-day' || token.kind === 'time') {
      const found = readTimes(tokens, at);
      if (!found) return null;
      at = found.next;
      times = found.times;
      if (!isTimeFirst) {
        if (!days) return null;
        for (const day of days) open.set(day, times);
      } else if (skipSeparators(tokens, at) === tokens.length) {
        // Without days those of each day: '24 hours', and '09:00-17:00' as OpenStreetMap writes.
        if (open.size > 0 || (token.kind === 'time' && !token.is24Hour)) return null;
        for (const day of WEEKDAYS) open.set(day, times);
        times = null;
      }
    } else return null;
  }
  if (days && !times && !isTimeFirst) return null;
  if (isTimeFirst && times) {
    // '11 to 7 except Sunday', '10-6, closed Mondays': the times of all other days.
    if (open.size > 0 || closed.size === 0) return null;
    for (const day of WEEKDAYS) open.set(day, times);
  }
  for (const day of closed) open.set(day, 'closed');
  return open;
}

function skipSeparators(tokens: Token[], from: number) {
  let at = from;
  while (tokens[at]?.kind === 'separator' || tokens[at]?.kind === 'break') at++;
  return at;
}

/** The spans of a day ('9-12, 1-5'), up to the next day. */
function readTimes(tokens: Token[], from: number): { times: DayHours; next: number } | null {
  if (tokens[from]?.kind === 'all-day') return { times: 'all-day', next: from + 1 };
  const spans: Span[] = [];
  let at = from;
  let next = from;
  while (tokens[at]?.kind === 'time') {
    const span = parseSpan(tokens[at], tokens[at + 1], tokens[at + 2]);
    if (span === 'all-day') return { times: span, next: at + 3 };
    if (!span) return null;
    spans.push(span);
    next = at + 3;
    at = skipSeparators(tokens, next);
  }
  return { times: spans, next };
}
