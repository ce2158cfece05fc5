const DAY_MS = 86_400_000;

// The figures' days are those of Los Angeles; what is written of a day needs no zone.
const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const inUtc = { timeZone: 'UTC' };
const short = new Intl.DateTimeFormat('en-US', { ...inUtc, month: 'short', day: 'numeric' });
const long = new Intl.DateTimeFormat('en-US', { ...inUtc, dateStyle: 'full' });
const ofWeek = new Intl.DateTimeFormat('en-US', { ...inUtc, weekday: 'short', month: 'short', day: 'numeric' });
const span = new Intl.DateTimeFormat('en-US', { ...inUtc, month: 'short', day: 'numeric', year: 'numeric' });

/** The day in Los Angeles, as '2026-03-08'. */
export const dayAt = (moment: Date): string => parts.format(moment);

/** So many days after a day, or before it. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days there are from one to another, both within. */
export const daysIn = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** 'Mar 8'. */
export const shortDay = (day: string): string => short.format(Date.parse(day));

/** 'Sun, Mar 8'. */
export const dayOfWeek = (day: string): string => ofWeek.format(Date.parse(day));

/** 'Sunday, March 8, 2026'. */
export const longDay = (day: string): string => long.format(Date.parse(day));

/** 'Mar 8 – 14, 2026'. */
export const spanOfDays = (from: string, to: string): string =>
  span.formatRange(Date.parse(from), Date.parse(to)).replaceAll('\u2009', ' ');
