// The zone of the site, as everywhere on it.
const zone = { timeZone: 'America/Los_Angeles' };
const day = new Intl.DateTimeFormat('en-US', { ...zone, month: 'long', day: 'numeric', year: 'numeric' });
const minute = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'medium', timeStyle: 'short' });

/** 'November 20, 2025'. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{day.format(new Date(at))}</time>;
}

/** 'Nov 20, 2025, 3:05 PM'. */
export function Minute({ at }: { at: string }) {
  return <time dateTime={at}>{minute.format(new Date(at))}</time>;
}
