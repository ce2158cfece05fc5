import { LOCALE } from '../i18n/language.ts';

// The time zone of the listed places, so that the server and every browser format alike.
const zone = { timeZone: 'America/Los_Angeles' };
const shortDateFormat = new Intl.DateTimeFormat(LOCALE, { ...zone, month: 'short', day: 'numeric' });
const longDateFormat = new Intl.DateTimeFormat(LOCALE, { ...zone, month: 'long', day: 'numeric', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat(LOCALE, { ...zone, timeStyle: 'short' });
const dateTimeFormat = new Intl.DateTimeFormat(LOCALE, { ...zone, dateStyle: 'medium', timeStyle: 'short' });

/** A date such as 'Nov 20'. */
export const formatShortDate = (at: string) => shortDateFormat.format(new Date(at));

/** A date such as 'November 20, 2025'. */
export const LongDate = ({ at }: { at: string }) => <time dateTime={at}>{longDateFormat.format(new Date(at))}</time>;

/** A date such as 'April 16, 2025' from a calendar date without a time zone: '2025-04-16'. */
export const CalendarDate = ({ date }: { date: string }) => (
  <time dateTime={date}>{longDateFormat.format(new Date(`${date}T12:00:00-08:00`))}</time>
);

/** A date and time such as 'Nov 20, 2025, 3:05 PM'. */
export const DateTime = ({ at }: { at: string }) => <time dateTime={at}>{dateTimeFormat.format(new Date(at))}</time>;

/** A time such as '3:05 PM' if it is today, otherwise 'Nov 20, 2025, 3:05 PM'. Only in the browser, because it depends on the clock. */
export function RecentDateTime({ at }: { at: string }) {
  const date = new Date(at);
  const isToday = longDateFormat.format(date) === longDateFormat.format(new Date());
  return <time dateTime={at}>{(isToday ? timeFormat : dateTimeFormat).format(date)}</time>;
}
