import { useQuery } from '@tanstack/react-query';
import type { TimedQueue, DecisionTimes as Times } from '#contract/admin/decision-times.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '../admin/admin-queries.ts';
import type { ApiError, Page } from '../app/api.ts';

const NAMES: Record<TimedQueue, [one: string, many: string]> = {
  conversations: ['decision', 'decisions'],
  reviews: ['review', 'reviews'],
  appeals: ['appeal', 'appeals'],
};

/** How long decisions of these queues took. */
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
  const [one, many] = NAMES[queue];
  const count = `${decided.toLocaleString('en-US')} ${decided === 1 ? one : many} in 90 days`;
  return `${count}, half within ${toDuration(medianMinutes ?? 0)}, ${late === 0 ? 'none late' : `${late.toLocaleString('en-US')} late`}`;
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const toUnits = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function toDuration(minutes: number): string {
  if (minutes < HOUR_MINUTES) return toUnits(Math.max(1, minutes), 'minute');
  if (minutes < 2 * DAY_MINUTES) return toUnits(Math.round(minutes / HOUR_MINUTES), 'hour');
  return toUnits(Math.round(minutes / DAY_MINUTES), 'day');
}
