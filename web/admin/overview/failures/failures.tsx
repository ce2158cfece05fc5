import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { FailedJobTable } from './failed-job-table.tsx';
import { FailedMailTable } from './failed-mail-table.tsx';
import { useFailedJobs, useFailedMails } from './failure-queries.ts';

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
        <h3 className="mb-1 text-lg">{t('Background tasks')}</h3>
        <p className="mb-4 max-w-measure text-muted text-sm">
          {t('Tasks that failed every time they were tried, such as copying a picture from another website.')}
        </p>
        <FailureList
          query={jobs}
          errorTitle={t('Failed to fetch the failed tasks')}
          loading={t('Loading failed tasks…')}
          empty={t('No failed tasks.')}
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
