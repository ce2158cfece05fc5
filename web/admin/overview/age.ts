import { t } from '#contract/i18n/t.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OVERDUE_MS = 3 * DAY_MS;

/** How long something waits, in the largest unit that is full: '3 days', '1 hour', 'less than a minute'. */
export function formatAge(since: string, now = Date.now()): string {
  const ms = now - Date.parse(since);
  if (ms >= DAY_MS) return t('{count, plural, one {# day} other {# days}}', { count: Math.floor(ms / DAY_MS) });
  if (ms >= HOUR_MS) return t('{count, plural, one {# hour} other {# hours}}', { count: Math.floor(ms / HOUR_MS) });
  if (ms >= MINUTE_MS)
    return t('{count, plural, one {# minute} other {# minutes}}', { count: Math.floor(ms / MINUTE_MS) });
  return t('less than a minute');
}

/** Whether something waits for more than three days. */
export const isOverdue = (since: string, now = Date.now()) => now - Date.parse(since) > OVERDUE_MS;
