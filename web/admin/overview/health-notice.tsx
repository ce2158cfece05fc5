import { t } from '#contract/i18n/t.ts';
import { useHealth } from '#web/admin/admin-queries.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { TaskRow } from './task-row.tsx';

/** What the check of the deployment finds wrong; it takes some seconds, and the queues do not wait for it. */
export function HealthNotice() {
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
