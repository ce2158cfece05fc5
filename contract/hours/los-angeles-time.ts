const DAY_MS = 86_400_000;

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * Local time in Los Angeles: '17:30', the date in days since 1970, and the minute since the midnight with which 1970 began, as a clock
 * on the wall counts: without hours that are skipped, and twice where they are repeated.
 */
export function toLosAngelesTime(ms: number): { time: string; date: number; minute: number } {
  const [month = '', day = '', year = '', hour = '', minute = ''] = format.format(ms).match(/\d+/g) ?? [];
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
  return { time: `${hour}:${minute}`, date, minute: 1440 * date + 60 * Number(hour) + Number(minute) };
}
