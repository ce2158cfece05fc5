const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OVERDUE_MS = 3 * DAY_MS;

/** How long something waits, in the largest unit that is full: '3 days', '1 hour', 'less than a minute'. */
export function formatAge(since: string, now = Date.now()): string {
  const ms = now - Date.parse(since);
  if (ms >= DAY_MS) return count(Math.floor(ms / DAY_MS), 'day');
  if (ms >= HOUR_MS) return count(Math.floor(ms / HOUR_MS), 'hour');
  if (ms >= MINUTE_MS) return count(Math.floor(ms / MINUTE_MS), 'minute');
  return 'less than a minute';
}

/** Whether something waits for more than three days. */
export const isOverdue = (since: string, now = Date.now()) => now - Date.parse(since) > OVERDUE_MS;

const count = (value: number, noun: string) => `${value} ${noun}${value === 1 ? '' : 's'}`;
