// The zone of the places listed, so that the server and every browser write the same.
const zone = { timeZone: 'America/Los_Angeles' };
const shortDay = new Intl.DateTimeFormat('en-US', { ...zone, month: 'short', day: 'numeric' });
const day = new Intl.DateTimeFormat('en-US', { ...zone, month: 'long', day: 'numeric', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-US', { ...zone, timeStyle: 'short' });
const minute = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'medium', timeStyle: 'short' });

/** 'Nov 20'. */
export const ShortDay = ({ at }: { at: string }) => <time dateTime={at}>{shortDay.format(new Date(at))}</time>;

/** 'November 20, 2025'. */
export const Day = ({ at }: { at: string }) => <time dateTime={at}>{day.format(new Date(at))}</time>;

/** 'April 16, 2025', for a day that is the same everywhere: '2025-04-16'. */
export const CalendarDay = ({ date }: { date: string }) => (
  <time dateTime={date}>{day.format(new Date(`${date}T12:00:00-08:00`))}</time>
);

/** 'Nov 20, 2025, 3:05 PM'. */
export const Minute = ({ at }: { at: string }) => <time dateTime={at}>{minute.format(new Date(at))}</time>;

/** '3:05 PM' where that is today, else 'Nov 20, 2025, 3:05 PM'. For what only the browser draws: it asks the clock. */
export function Lately({ at }: { at: string }) {
  const moment = new Date(at);
  const isToday = day.format(moment) === day.format(new Date());
  return <time dateTime={at}>{(isToday ? clock : minute).format(moment)}</time>;
}
