import { LOCALE } from '#web/base/i18n/language.ts';
import { lazy } from '#web/base/i18n/lazy.ts';

// The time zone of the listed places, so that the server and every browser format alike.
const zone = { timeZone: 'America/Los_Angeles' };
const getShortDateFormat = lazy(() => new Intl.DateTimeFormat(LOCALE, { ...zone, month: 'short', day: 'numeric' }));
const getLongDateFormat = lazy(
  () => new Intl.DateTimeFormat(LOCALE, { ...zone, month: 'long', day: 'numeric', year: 'numeric' }),
);
const getTimeFormat = lazy(() => new Intl.DateTimeFormat(LOCALE, { ...zone, timeStyle: 'short' }));
const getDateTimeFormat = lazy(
  () => new Intl.DateTimeFormat(LOCALE, { ...zone, dateStyle: 'medium', timeStyle: 'short' }),
);

/** A date such as 'Nov 20'. */
export const formatShortDate = (at: string) => getShortDateFormat().format(new Date(at));

/** A date such as 'November 20, 2025'. */
export const formatLongDate = (at: string) => getLongDateFormat().format(new Date(at));
export const LongDate = ({ at }: { at: string }) => <time dateTime={at}>{formatLongDate(at)}</time>;

/** A date such as 'April 16, 2025' from a calendar date without a time zone: '2025-04-16'. */
export const CalendarDate = ({ date }: { date: string }) => (
  <time dateTime={date}>{getLongDateFormat().format(new Date(`${date}T12:00:00-08:00`))}</time>
);

/** A date and time such as 'Nov 20, 2025, 3:05 PM'. */
export const DateTime = ({ at }: { at: string }) => (
  <time dateTime={at}>{getDateTimeFormat().format(new Date(at))}</time>
);

/** A time such as '3:05 PM' if it is today, otherwise 'Nov 20, 2025, 3:05 PM'. Only in the browser, because it depends on the clock. */
export function RecentDateTime({ at }: { at: string }) {
  const date = new Date(at);
  const isToday = getLongDateFormat().format(date) === getLongDateFormat().format(new Date());
  return <time dateTime={at}>{(isToday ? getTimeFormat : getDateTimeFormat)().format(date)}</time>;
}
