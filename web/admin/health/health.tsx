import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import { useHealth } from '#web/admin/admin-queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { DataTable } from '#web/base/ui/data-table.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { Backups } from './backups.tsx';

/** How the deployment is: database, mail, storage, card payments, disk, backups, clock and address; what is wrong comes first. */
export function Health() {
  const { data: health, error, isFetching, refetch } = useHealth();
  const check = () => void refetch();
  if (error)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to check the site')}
          action={
            <Button busy={isFetching} onClick={check}>
              {t('Try again')}
            </Button>
          }
        >
          {error.message}
        </EmptyState>
      </div>
    );
  if (!health) return <Spinner label={t('Checking the database, mail, payments and backups…')} className="min-h-160" />;
  const { checkedAt, findings } = health;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p role="status">
          {rich('<strong>{summary}</strong> Checked at {time}, Los Angeles time.', {
            strong: (text) => <strong>{text}</strong>,
            summary: summarize(findings),
            time: <RecentDateTime at={checkedAt} />,
          })}
        </p>
        <Button variant="secondary" size="sm" busy={isFetching} onClick={check}>
          {t('Check again')}
        </Button>
      </div>
      <DataTable
        caption={t('What was checked, problems first')}
        rows={STATES.flatMap((state) => findings.filter((finding) => finding.state === state))}
        rowKey={({ subject, text }) => `${subject} ${text}`}
        busy={isFetching}
        columns={[
          { heading: t('State'), cell: ({ state }) => <StateBadge state={state} />, top: true },
          { heading: t('Checked'), cell: ({ subject }) => <span className="font-semibold">{subject}</span> },
          { heading: t('Finding'), cell: ({ text }) => <span className="wrap-anywhere">{text}</span> },
        ]}
      />
      <p className="mt-4 max-w-measure text-muted text-sm">
        {rich(
          'Words in capitals, such as <code>BACKUP_TO</code>, are settings of the server: give such a line to whoever runs it. Results are kept for a minute.',
          { code: (text) => <code>{text}</code> },
        )}
      </p>
      <h2 className="mt-10 text-xl">{t('Backups')}</h2>
      <Backups />
    </>
  );
}

const STATES = ['error', 'warning', 'ok'] as const;

const BADGES = {
  error: { tone: 'danger', icon: 'circle-x', label: t('Problem') },
  warning: { tone: 'accent', icon: 'circle-alert', label: t('Warning') },
  ok: { tone: 'success', icon: 'circle-check', label: t('OK', null, 'finding') },
} as const;

function StateBadge({ state }: Pick<Finding, 'state'>) {
  const { tone, icon, label } = BADGES[state];
  return (
    <Badge tone={tone}>
      <Icon name={icon} />
      {label}
    </Badge>
  );
}

/** '1 problem, 2 warnings.', or that everything is in order. */
function summarize(findings: Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count('error'), count('warning')];
  if (problems > 0 && warnings > 0)
    return t(
      '{problems, plural, one {# problem} other {# problems}}, {warnings, plural, one {# warning} other {# warnings}}.',
      { problems, warnings },
    );
  if (problems > 0) return t('{problems, plural, one {# problem} other {# problems}}.', { problems });
  if (warnings > 0) return t('{warnings, plural, one {# warning} other {# warnings}}.', { warnings });
  return t('Everything is in order.');
}
