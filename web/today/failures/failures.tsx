import type { ReactNode } from 'react';
import type { FailedJob } from '#contract/admin/failures.ts';
import { t } from '#contract/i18n/t.ts';
import { OptionalDateTime } from '../../admin/date-time.tsx';
import type { ApiError, Page } from '../../app/api.ts';
import { rich } from '../../i18n/rich.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { srOnly } from '../../ui/sr-only.tsx';
import { FailedMailTable } from './failed-mail-table.tsx';
import { useFailedJobs, useFailedMails, useFailureAction } from './failure-queries.ts';
import { LastError } from './last-error.tsx';

/** Emails and background jobs that were given up, with buttons to try them once more. */
export function Failures() {
  const mails = useFailedMails();
  const jobs = useFailedJobs();
  return (
    <div className="grid gap-10">
      <section>
        <h3 className="mb-1 text-lg">{t('Emails')}</h3>
        <p className="mb-4 max-w-measure text-muted text-sm">
          {t('The mail server rejected the address, or was down for three days. They’re kept for 14 days.')}
        </p>
        <FailureList
          query={mails}
          errorTitle={t('Failed to fetch the failed emails')}
          loading={t('Loading failed emails…')}
          empty={t('No failed emails.')}
        >
          {(rows) => <FailedMailTable mails={rows} />}
        </FailureList>
      </section>
      <section>
        <h3 className="mb-1 text-lg">{t('Background jobs')}</h3>
        <p className="mb-4 max-w-measure text-muted text-sm">
          {t('Jobs that failed every time they were tried, such as copying a picture from another website.')}
        </p>
        <FailureList
          query={jobs}
          errorTitle={t('Failed to fetch the failed jobs')}
          loading={t('Loading failed jobs…')}
          empty={t('No failed jobs.')}
        >
          {(rows) => <FailedJobTable jobs={rows} />}
        </FailureList>
      </section>
    </div>
  );
}

interface FailureQuery<Row> {
  data?: Page<Row>;
  error: ApiError | null;
  refetch: () => unknown;
}

function FailureList<Row>({
  query: { data, error, refetch },
  errorTitle,
  loading,
  empty,
  children,
}: {
  query: FailureQuery<Row>;
  errorTitle: string;
  loading: string;
  empty: string;
  children: (rows: Row[]) => ReactNode;
}) {
  if (error)
    return (
      <div role="alert">
        <EmptyState title={errorTitle} action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
          {error.message}
        </EmptyState>
      </div>
    );
  if (!data) return <Spinner label={loading} className="min-h-40" />;
  const { items, total = items.length } = data;
  if (items.length === 0) return <EmptyState title={empty} />;
  return (
    <>
      {children(items)}
      {total > items.length && (
        <p className="mt-3 text-muted text-sm">
          {t('The newest {count} of {total, number}.', { count: items.length, total })}
        </p>
      )}
    </>
  );
}

function FailedJobTable({ jobs }: { jobs: FailedJob[] }) {
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
        {t('Run all again')}
      </Button>
      <DataTable
        caption={t('Failed jobs, newest first')}
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: t('Job'),
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
                {rich('Run again<hidden> {job}</hidden>', { hidden: srOnly, job: queue })}
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
    : t('{count, plural, one {# job runs again} other {# jobs run again}}', { count: changed });
