import { isClosedPeriod } from '#contract/hours/closed-periods.ts';
import { isMovableHoliday } from '#contract/hours/holidays.ts';
import { findSpecialDay, isOnce, toEpochDay, toIsoDate } from '#contract/hours/special-days.ts';
import type { SpecialDate } from '#contract/hours/special-hours.ts';
import type { DayHours, Span } from '#contract/hours/weekly-hours.ts';
import { toLocale } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { escapeValue, toContentLines } from './content-lines.ts';

/** How the clock of Southern California is changed since 2007: what an event with a time refers to (RFC 5545, 3.6.5). */
const TIME_ZONE = 'America/Los_Angeles';
const TIME_ZONE_LINES = [
  'BEGIN:VTIMEZONE',
  `TZID:${TIME_ZONE}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0800',
  'TZOFFSETTO:-0700',
  'TZNAME:PDT',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0700',
  'TZOFFSETTO:-0800',
  'TZNAME:PST',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/**
 * The days on which a business has other hours, for a calendar (RFC 5545): each span of hours is an event, and so is a day without any. What is
 * so on a date of each year is repeated.
 * @param page the address of the listing's page, whose host makes the ids unique
 */
export function toSpecialHoursCalendar(listing: ListingPage, page: string): string {
  const { host } = new URL(page);
  const name = t('{business}: special hours', { business: listing.businessName });
  return toContentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${host}//EN`,
    `X-WR-CALNAME:${escapeValue(name)}`,
    ...TIME_ZONE_LINES,
    ...withoutRepeated(listing)
      .flatMap(({ day, rule }) =>
        toTimes(day).map((times, index) => [
          'BEGIN:VEVENT',
          `UID:special-${listing.id}-${day.date}${index > 0 ? `-${index}` : ''}@${host}`,
          `DTSTAMP:${toStamp(listing.updatedAt)}`,
          ...times,
          ...(rule ? [rule] : []),
          `SUMMARY:${escapeValue(`${listing.businessName}: ${summarize(day)}`)}`,
          `URL:${page}`,
          'TRANSP:TRANSPARENT',
          'END:VEVENT',
        ]),
      )
      .flat(),
    'END:VCALENDAR',
  ]);
}

/** A date, and the rule by which it is repeated. */
interface CalendarDay {
  day: SpecialDate;
  rule: string | null;
}

/** The dates of a year and a day. The second of one that is repeated is left out. */
function withoutRepeated({ specialDates, specialHours }: ListingPage): CalendarDay[] {
  const repeated = new Set<string>();
  return specialDates.flatMap((day): CalendarDay[] => {
    const on = day.through === undefined ? findSpecialDay(specialHours, toEpochDay(day.date))?.on : undefined;
    const isYearly = on !== undefined && !isOnce(on) && !isClosedPeriod(on) && !isMovableHoliday(on);
    if (!isYearly) return [{ day, rule: null }];
    if (repeated.has(on)) return [];
    repeated.add(on);
    return [{ day, rule: 'RRULE:FREQ=YEARLY' }];
  });
}

/** When the events of a day begin and end. */
function toTimes({ date, through, hours }: SpecialDate): string[][] {
  if (Array.isArray(hours)) return hours.map((span) => toSpan(date, span));
  const after = toIsoDate(toEpochDay(through ?? date) + 1);
  return [[`DTSTART;VALUE=DATE:${toDate(date)}`, `DTEND;VALUE=DATE:${toDate(after)}`]];
}

function toSpan(date: string, { opens, closes }: Span): string[] {
  const end = closes > opens ? date : toIsoDate(toEpochDay(date) + 1);
  const toTime = (day: string, time: string) => `;TZID=${TIME_ZONE}:${toDate(day)}T${time.replace(':', '')}00`;
  return [`DTSTART${toTime(date, opens)}`, `DTEND${toTime(end, closes)}`];
}

const toDate = (isoDate: string) => isoDate.replaceAll('-', '');
const toStamp = (at: string) => at.replaceAll(/[-:]|\.\d+/g, '');

function summarize({ hours, through }: SpecialDate): string {
  return through === null ? t('Temporarily closed until further notice') : formatHours(hours);
}

function formatHours(hours: DayHours): string {
  if (hours === 'closed') return t('Closed');
  if (hours === 'appointment') return t('By appointment');
  if (hours === 'all-day') return t('Open 24 hours');
  return hours.map(({ opens, closes }) => `${formatTime(opens)} – ${formatTime(closes)}`).join(', ');
}

function formatTime(time: string): string {
  const [hour, minute] = time.split(':').map(Number);
  const format = new Intl.DateTimeFormat(toLocale(getLanguage()), {
    timeZone: 'UTC',
    hour: 'numeric',
    minute: '2-digit',
  });
  return format.format(Date.UTC(1970, 0, 1, hour, minute)).replaceAll(/\s/g, ' ');
}
