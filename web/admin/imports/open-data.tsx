import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { OpenDataSourceState } from '#contract/imports/open-data.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { Progress } from './progress.tsx';

const PATH = `${ADMIN_API_PREFIX}open-data`;
const POLL_INTERVAL_MS = 1500;

/** The sources of open data that can be added. What was downloaded stands among the files to import. */
export function OpenData() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery<Page<OpenDataSourceState>, ApiError>({
    queryKey: [PATH],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some(({ progress }) => progress) ? POLL_INTERVAL_MS : false),
  });
  const running = data?.items.find(({ progress }) => progress)?.name;
  const previous = useRef(running);
  useEffect(() => {
    // A download that has ended is a file to import.
    if (previous.current && !running) invalidateAdminQueries(client);
    previous.current = running;
  }, [client, running]);

  if (error && !data) {
    return (
      <EmptyState
        title={t('Failed to fetch the open data')}
        action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
      />
    );
  }
  if (!data) return <Spinner label={t('Loading…')} className="py-10" />;
  return (
    <>
      <p className="mb-3 max-w-measure">
        {t('What is added comes from its publisher, and then waits above for your preview, test run and import.')}
      </p>
      <DataTable
        caption={t('Open data that can be added')}
        columns={[...columns, toActionColumn(running)]}
        rows={data.items}
        rowKey={({ name }) => name}
      />
    </>
  );
}

const CADENCES: { [Cadence in OpenDataSourceState['cadence']]: string } = {
  daily: t('Updated daily'),
  weekly: t('Updated weekly'),
  monthly: t('Updated monthly'),
  quarterly: t('Updated each quarter'),
  never: t('No updates'),
};

const columns: Column<OpenDataSourceState>[] = [
  {
    heading: t('Source'),
    cell: ({ title, what }) => (
      <>
        <span className="font-semibold">{title}</span>
        <span className="block text-muted text-sm">{what}</span>
      </>
    ),
    className: 'as-table:w-2/5',
    top: true,
  },
  {
    heading: t('License'),
    cell: ({ license, cadence, page }) => (
      <>
        <a href={page} target="_blank" rel="noopener" className="wrap-anywhere underline">
          {license}
        </a>
        <span className="block text-muted text-sm">{CADENCES[cadence]}</span>
      </>
    ),
  },
  {
    heading: t('Last import'),
    cell: ({ importedAt, release }) => (
      <>
        {importedAt ? <OptionalDateTime at={importedAt} /> : t('Never')}
        {release && <span className="block text-muted text-sm">{t('Version {release}', { release })}</span>}
      </>
    ),
  },
];

const toActionColumn = (running: string | undefined): Column<OpenDataSourceState> => ({
  heading: t('Actions'),
  cell: (source) => <Actions source={source} isOtherRunning={running !== undefined && running !== source.name} />,
  foot: true,
  className: 'as-table:w-1/4',
});

const hidden = (children: React.ReactNode) => <span className="sr-only">{children}</span>;

function Actions({ source, isOtherRunning }: { source: OpenDataSourceState; isOtherRunning: boolean }) {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const { name, title, cadence, canDownload, isMonthly, progress, message } = source;
  const perform = (verb: 'download' | 'cancel', failure: string) =>
    runMutation(failure, async () => {
      await send('POST', `${PATH}/${name}/${verb}`);
      await client.invalidateQueries({ queryKey: [PATH] });
    });
  const schedule = (isMonthly: boolean) =>
    runMutation(t('Couldn’t change the schedule'), async () => {
      await send('PUT', `${PATH}/${name}/schedule`, { isMonthly });
      await client.invalidateQueries({ queryKey: [PATH] });
    });
  if (!canDownload)
    return <p className="text-muted text-sm">{t('Download it from its page, and import it with the command.')}</p>;
  if (progress) {
    const share = progress.total ? Math.min(1, progress.done / progress.total) : 0;
    return (
      <div className="grid w-full gap-2">
        <Progress label={t('Downloading')} share={share} detail={`${Math.floor(share * 100)} %`} />
        <div>
          <Button variant="secondary" size="sm" busy={busy} onClick={() => perform('cancel', t('Couldn’t cancel'))}>
            {rich('Cancel<hidden> {title}</hidden>', { hidden, title })}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      {message && (
        <p role="alert" className="typed wrap-anywhere text-danger text-sm">
          {message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          disabled={isOtherRunning}
          onClick={() => perform('download', t('Couldn’t download {title}', { title }))}
        >
          <Icon name="download" />
          {rich('Add…<hidden> {title}</hidden>', { hidden, title })}
        </Button>
        {cadence !== 'never' && (
          <label className="flex min-h-11 items-center gap-2 text-sm">
            <input type="checkbox" checked={isMonthly} disabled={busy} onChange={() => schedule(!isMonthly)} />
            {rich('Each month<hidden>: {title}</hidden>', { hidden, title })}
          </label>
        )}
      </div>
    </div>
  );
}
