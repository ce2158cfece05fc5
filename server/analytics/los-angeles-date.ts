const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' });

/** The date in Los Angeles, such as `2026-03-08`: metrics are counted by local days, not by days of UTC. */
export const toLosAngelesDate = (time: Date): string => dateFormat.format(time);
