const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' });

/** The day in Los Angeles, as `2026-03-08`: days of figures are those of the listings, not UTC's. */
export const toLosAngelesDate = (time: Date): string => dateFormat.format(time);
