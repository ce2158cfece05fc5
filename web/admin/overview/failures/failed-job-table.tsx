import type { FailedJob } from '#contract/admin/failures.ts';
import { t } from '#contract/i18n/t.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { DataTable } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { useFailureAction } from './failure-queries.ts';
import { LastError } from './last-error.tsx';

/** The failed jobs, with buttons to run them again. */
export function FailedJobTable({ jobs }: { jobs: FailedJob[] }) {
  const { act, isBusy, isPending } = useFailureAction();
  const run = (ids: string[]) => act('failed-jobs/run-again', ids, toTitle);
  const ids = jobs.map(({ id }) => id);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="mb-3"
        busy={jobs.length > 1 && isPending('failed-jobs/run-again', ids)}
        disabled={isBusy}
        onClick={() => run(ids)}
      >
        <Icon name="rotate-cw" />
        {t('Try all again')}
      </Button>
      <DataTable
        caption={t('Failed tasks, newest first')}
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: t('Task'),
            cell: ({ queue, subject }) => (
              <>
                <p className="font-semibold">{queue}</p>
                <p className="wrap-anywhere text-muted text-sm">{subject}</p>
              </>
            ),
          },
          {
            heading: t('Last error'),
            cell: ({ error, attempts }) => <LastError error={error} attempts={attempts} />,
            className: 'as-table:w-2/5',
          },
          { heading: t('Failed'), cell: ({ failedAt }) => <OptionalDateTime at={failedAt} /> },
          {
            heading: t('Actions'),
            foot: true,
            className: 'as-table:w-0',
            cell: ({ id, queue }) => (
              <Button
                variant="secondary"
                size="sm"
                busy={isPending('failed-jobs/run-again', [id])}
                disabled={isBusy}
                onClick={() => run([id])}
              >
                {rich('Try again<hidden> {job}</hidden>', { hidden: srOnly, job: queue })}
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}

const toTitle = (changed: number) =>
  changed === 0
    ? t('Already running again')
    : t('{count, plural, one {# task is tried again} other {# tasks are tried again}}', { count: changed });
