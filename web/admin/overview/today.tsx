import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Waiting } from '#contract/admin/today.ts';
import { t } from '#contract/i18n/t.ts';
import { useHealth } from '#web/admin/admin-queries.ts';
import { SetupChecklist } from '#web/admin/health/setup-checklist.tsx';
import { formatList, formatNumber } from '#web/base/i18n/format.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { formatAge, isOverdue } from './age.ts';
import { QUEUE_LINKS } from './queue-links.ts';
import { TaskRow } from './task-row.tsx';
import { useToday } from './today-queries.ts';
import { Trend } from './trend.tsx';

/** What waits for the staff, by queue, each with a link to where it is worked through. */
export function Today() {
  const { data, error, refetch, isFetching } = useToday();
  const client = useQueryClient();
  useEffect(() => {
    if (error) invalidateUserOnAuthError(client, error);
  }, [client, error]);
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to count what waits')}
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          }
        >
          {error.message}
        </EmptyState>
      </div>
    );
  if (!data) return <TodaySkeleton />;
  const waiting = data.queues.filter(({ count }) => count > 0);
  const empty = data.queues.filter(({ count }) => count === 0);
  // Failed emails are shown to those who may also see the health of the site.
  const seesHealth = data.queues.some(({ queue }) => queue === 'failed-mails');
  return (
    <>
      {waiting.length === 0 ? (
        <EmptyState title={t('You’re all caught up')}>
          {t('New reports, claims and messages will show up here.')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card border bg-card">
          {waiting.map((row) => (
            <QueueRow key={row.queue} {...row} />
          ))}
        </ul>
      )}
      {seesHealth && <HealthNotice />}
      {waiting.length > 0 && empty.length > 0 && (
        <p className="mt-3 flex items-start gap-2 text-muted text-sm">
          <Icon name="circle-check" className="mt-0.5 size-4 shrink-0 text-sage" />
          <span>
            {t('Nothing waits in {queues}.', {
              queues: formatList(
                empty.map(({ queue }) => QUEUE_LINKS[queue].label),
                'disjunction',
              ),
            })}
          </span>
        </p>
      )}
      <Trend />
      <SetupChecklist />
    </>
  );
}

function QueueRow({ queue, count, since }: Waiting) {
  const { tab, label, icon, toNoun } = QUEUE_LINKS[queue];
  return (
    <TaskRow href={`/admin?tab=${tab}`} icon={icon} label={label} count={formatNumber(count)}>
      {toNoun(count)}
      {since !== null && <Age since={since} />}
    </TaskRow>
  );
}

function Age({ since }: { since: string }) {
  const age = t('oldest has waited {age}', { age: formatAge(since) });
  return isOverdue(since) ? (
    <span className="flex items-center gap-1 font-semibold text-danger">
      <Icon name="clock" className="size-4 shrink-0" />
      {age}
    </span>
  ) : (
    <span>{age}</span>
  );
}

function TodaySkeleton() {
  return (
    <SkeletonGroup label={t('Counting what waits…')} className="grid gap-px rounded-card border bg-card p-4">
      {['w-28', 'w-36', 'w-24', 'w-32', 'w-28'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <div key={index} className="flex h-14 items-center gap-4">
          <Skeleton className="size-5" />
          <Skeleton className={`h-5 ${width}`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** What the check of the deployment finds wrong; it takes some seconds, and the queues do not wait for it. */
function HealthNotice() {
  const { data, error } = useHealth();
  const findings = data?.findings.filter(({ state }) => state !== 'ok') ?? [];
  if (!error && findings.length === 0) return null;
  const problems = findings.filter(({ state }) => state === 'error').length;
  return (
    <ul className="mt-3 rounded-card border bg-card">
      <TaskRow
        href="/admin?tab=health"
        icon="activity"
        label={t('Health')}
        count={error ? '' : formatNumber(findings.length)}
        tone={problems > 0 ? 'danger' : undefined}
      >
        {error ? error.message : [...new Set(findings.map(({ subject }) => subject))].join(', ')}
      </TaskRow>
    </ul>
  );
}
