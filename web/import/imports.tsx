import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AdminImport, ClosureToDecide } from '#contract/imports/imports.ts';
import { type AdminActions, invalidateAdminQueries } from '../admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '../admin/admin-queries.ts';
import type { Confirmation } from '../admin/confirm-dialog.tsx';
import { OptionalDateTime } from '../admin/date-time.tsx';
import { ListingName } from '../admin/listing-name.tsx';
import { ApiError, send } from '../app/api.ts';
import { type CursorPages, useCursorPages } from '../app/use-cursor-pages.ts';
import { rich } from '../i18n/rich.ts';
import { PaginatedTable } from '../layout/paginated-table.tsx';
import { invalidateUserOnAuthError } from '../session/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { ImportFiles } from './import-files.tsx';
import { Samples } from './samples.tsx';
import { UndoCounts } from './undo-counts.tsx';

const POLL_INTERVAL_MS = 3000;

type ActionProps = AdminActions & { confirm: (confirmation: Confirmation) => void };

/** A file to import, the imports so far, and listings that may have closed, to be decided. */
export function Imports(actionProps: ActionProps) {
  const closures = useCursorPages<ClosureToDecide>(`${ADMIN_API_PREFIX}possible-closures?limit=25`, 25);
  const imports = useCursorPages<AdminImport>(`${ADMIN_API_PREFIX}imports?limit=25`, 25);
  usePolling(imports, imports.rows?.some(({ state }) => state === 'undoing') ?? false);
  return (
    <>
      <h2 className="mb-3 text-xl">{t('Import a file')}</h2>
      <ImportFiles />
      <h2 className="mt-10 mb-3 text-xl">{t('Imports')}</h2>
      <PaginatedTable
        list={imports}
        itemsLabel={t('imports')}
        errorTitle={t('Failed to fetch imports')}
        empty={t('No imports.')}
        caption={t('Imports, newest first')}
        columns={[
          ...importColumns,
          {
            heading: t('Actions'),
            cell: (run) => (
              <span className="flex flex-wrap gap-2">
                <ReportLink {...run} />
                <UndoButton run={run} {...actionProps} />
              </span>
            ),
            foot: true,
          },
        ]}
        rowKey={({ id }) => id}
      />
      <h2 className="mt-10 mb-3 text-xl">{t('May have closed')}</h2>
      <PossibleClosures closures={closures} />
      <Samples />
    </>
  );
}

function usePolling({ retry }: Pick<CursorPages<AdminImport>, 'retry'>, active: boolean) {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(retry, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  });
}

function PossibleClosures({ closures }: { closures: CursorPages<ClosureToDecide> }) {
  const client = useQueryClient();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [pending, setPending] = useState<'hide' | 'keep' | null>(null);
  const ids = (closures.rows ?? []).map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id));

  const decide = async (verb: 'hide' | 'keep') => {
    setPending(verb);
    try {
      const { message } = await send<{ message: string }>('POST', `${ADMIN_API_PREFIX}possible-closures/${verb}`, {
        ids: chosen,
      });
      toast({ title: message, tone: 'success' });
      setSelected(new Set());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: t('Operation Failed'), description: error.message, tone: 'danger' });
      invalidateUserOnAuthError(client, error);
    } finally {
      invalidateAdminQueries(client);
      setPending(null);
    }
  };

  const toggle = (id: number) =>
    setSelected(new Set(selected.has(id) ? chosen.filter((other) => other !== id) : [...chosen, id]));
  const selectColumn: Column<ClosureToDecide> = {
    heading: t('Select'),
    cell: ({ id, listing }) => (
      <label className="flex size-11 items-center justify-center">
        <input
          type="checkbox"
          className="size-5 accent-pacific"
          checked={selected.has(id)}
          onChange={() => toggle(id)}
        />
        <span className="sr-only">{listing.title}</span>
      </label>
    ),
    className: 'as-table:w-0',
  };
  return (
    <>
      {ids.length > 0 && (
        <div className="mb-3 flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            onClick={() => setSelected(new Set(chosen.length === ids.length ? [] : ids))}
          >
            {chosen.length === ids.length ? t('Select none') : t('Select all on this page')}
          </Button>
          <Button
            variant="danger"
            size="sm"
            busy={pending === 'hide'}
            disabled={chosen.length === 0 || pending !== null}
            onClick={() => decide('hide')}
          >
            {t('Hide selected')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            busy={pending === 'keep'}
            disabled={chosen.length === 0 || pending !== null}
            onClick={() => decide('keep')}
          >
            {t('Keep selected')}
          </Button>
        </div>
      )}
      <PaginatedTable
        list={closures}
        itemsLabel={t('listings')}
        errorTitle={t('Failed to fetch listings')}
        empty={t('No listings to decide.')}
        caption={t('Listings that may have closed, newest first')}
        columns={[selectColumn, ...closureColumns]}
        rowKey={({ id }) => id}
      />
    </>
  );
}

const closureColumns: Column<ClosureToDecide>[] = [
  {
    heading: t('Listing'),
    cell: ({ listing }) => <ListingName listing={listing}>{listing.city}</ListingName>,
    className: 'as-table:w-1/3',
  },
  { heading: t('Source'), cell: ({ title }) => <span className="typed">{title}</span> },
  { heading: t('Date'), cell: ({ date }) => date },
  { heading: t('Reason'), cell: ({ reason }) => (reason === 'closed' ? t('Listed as closed') : t('No longer listed')) },
];

const importColumns: Column<AdminImport>[] = [
  {
    heading: t('File'),
    cell: ({ file }) => <span className="wrap-anywhere font-semibold">{file}</span>,
    className: 'as-table:w-1/4',
  },
  { heading: t('Started'), cell: ({ startedAt }) => <OptionalDateTime at={startedAt} /> },
  { heading: t('Result'), cell: (run) => describeResult(run), className: 'as-table:w-1/3' },
];

function describeResult({ state, rows, added, updated, merged, skipped, marked, undo }: AdminImport): string {
  if (state === 'running')
    return t('{count, plural, one {Not finished: # row so far} other {Not finished: # rows so far}}', { count: rows });
  if (state === 'undoing') return t('Being undone');
  if (state === 'undone') {
    const changes = undo ? listCounts(undo) : '';
    return changes ? t('Undone: {changes}', { changes }) : t('Undone: nothing changed');
  }
  return listCounts({ added, updated, merged, skipped, marked }) || t('Nothing changed');
}

/** '120 added, 5 merged', without what is zero. */
const listCounts = (counts: { [Name in keyof typeof COUNTS]?: number }): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => COUNTS[name as keyof typeof COUNTS](count))
    .join(', ');

const COUNTS = {
  added: (count: number) => t('{count, plural, one {# added} other {# added}}', { count }),
  updated: (count: number) => t('{count, plural, one {# updated} other {# updated}}', { count }),
  merged: (count: number) => t('{count, plural, one {# merged} other {# merged}}', { count }),
  skipped: (count: number) => t('{count, plural, one {# skipped} other {# skipped}}', { count }),
  marked: (count: number) => t('{count, plural, one {# may have closed} other {# may have closed}}', { count }),
  removed: (count: number) => t('{count, plural, one {# removed} other {# removed}}', { count }),
  restored: (count: number) => t('{count, plural, one {# restored} other {# restored}}', { count }),
  kept: (count: number) => t('{count, plural, one {# kept} other {# kept}}', { count }),
};

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

function ReportLink({ id, file, hasReport }: AdminImport) {
  if (!hasReport) return null;
  return (
    <a
      href={`${ADMIN_API_PREFIX}imports/${id}/report.csv`}
      download
      className={buttonClass({ variant: 'secondary', size: 'sm' })}
    >
      <Icon name="download" />
      {rich('Report<hidden> of {file}</hidden>', { hidden, file })}
    </a>
  );
}

function UndoButton({ run: { id, file, canUndo }, pendingAction, confirm }: { run: AdminImport } & ActionProps) {
  if (!canUndo) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={pendingAction !== null}
      onClick={() =>
        confirm({
          action: 'undoImport',
          id,
          title: t('Undo this import?'),
          description: rich(
            'What {file} added is removed, and what it changed is restored, except for listings that were claimed, saved, edited or imported again since. {counts} This can’t be undone.',
            { file: <bdi className="font-semibold">{file}</bdi>, counts: <UndoCounts id={id} /> },
          ),
          confirmLabel: t('Undo import'),
          busyLabel: t('Undoing...'),
          danger: true,
        })
      }
    >
      <Icon name="undo-2" />
      {t('Undo')}
      <span className="sr-only"> {file}</span>
    </Button>
  );
}
