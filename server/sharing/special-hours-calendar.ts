import { toEpochDay, toIsoDate } from '#contract/hours/special-days.ts';
import type { SpecialDate } from '#contract/hours/special-hours.ts';
import type { DayHours } from '#contract/hours/weekly-hours.ts';
import { toLocale } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { escapeValue, toContentLines } from './content-lines.ts';

/**
 * The days on which a business has other hours, for a calendar (RFC 5545): each is an event of the whole day that says the hours.
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
    ...listing.specialDates.flatMap((day) => [
      'BEGIN:VEVENT',
      `UID:special-${listing.id}-${day.date}@${host}`,
      `DTSTAMP:${toStamp(listing.updatedAt)}`,
      `DTSTART;VALUE=DATE:${toDate(day.date)}`,
      `DTEND;VALUE=DATE:${toDate(toIsoDate(toEpochDay(day.through ?? day.date) + 1))}`,
      `SUMMARY:${escapeValue(`${listing.businessName}: ${summarize(day)}`)}`,
      `URL:${page}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]);
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
