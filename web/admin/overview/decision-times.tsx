import { useQuery } from '@tanstack/react-query';
import type { TimedQueue, DecisionTimes as Times } from '#contract/admin/decision-times.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';

/** How long decisions in these queues took. */
export function DecisionTimes({ queues }: { queues: TimedQueue[] }) {
  const { data } = useQuery<Page<Times>, ApiError>({ queryKey: [`${ADMIN_API_PREFIX}decision-times`], staleTime: 0 });
  const shown = data?.items.filter(({ queue, decided }) => queues.includes(queue) && decided > 0) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t('Past 90 days')} className="flex flex-wrap gap-x-6 gap-y-1 text-muted text-sm">
      {shown.map((times) => (
        <li key={times.queue}>{toText(times)}</li>
      ))}
    </ul>
  );
}

function toText({ queue, decided, medianMinutes, late }: Times): string {
  const duration = toDuration(medianMinutes ?? 0);
  if (queue === 'reviews')
    return t(
      '{decided, plural, one {# review} other {# reviews}} in 90 days, half within {duration}, {late, plural, =0 {none late} other {# late}}',
      { decided, duration, late },
    );
  if (queue === 'appeals')
    return t(
      '{decided, plural, one {# appeal} other {# appeals}} in 90 days, half within {duration}, {late, plural, =0 {none late} other {# late}}',
      { decided, duration, late },
    );
  return t(
    '{decided, plural, one {# decision} other {# decisions}} in 90 days, half within {duration}, {late, plural, =0 {none late} other {# late}}',
    { decided, duration, late },
  );
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

function toDuration(minutes: number): string {
  if (minutes < HOUR_MINUTES)
    return t('{count, plural, one {# minute} other {# minutes}}', { count: Math.max(1, minutes) });
  if (minutes < 2 * DAY_MINUTES)
    return t('{count, plural, one {# hour} other {# hours}}', { count: Math.round(minutes / HOUR_MINUTES) });
  return t('{count, plural, one {# day} other {# days}}', { count: Math.round(minutes / DAY_MINUTES) });
}
