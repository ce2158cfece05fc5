import { type ReactNode, useEffect } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AdminImport, ClosureToDecide } from '#contract/imports/imports.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { type CursorPages, useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { describeResult } from './describe-result.ts';
import { ImportFiles } from './import-files.tsx';
import { OpenData } from './open-data.tsx';
import { PossibleClosures } from './possible-closures.tsx';
import { Samples } from './samples.tsx';
import { type ActionProps, UndoButton } from './undo-button.tsx';

const POLL_INTERVAL_MS = 3000;

/** A file to import, the imports so far, and listings that may have closed, to be decided. */
export function Imports(actionProps: ActionProps) {
  const closures = useCursorPages<ClosureToDecide>(`${ADMIN_API_PREFIX}possible-closures?limit=25`, 25);
  const imports = useCursorPages<AdminImport>(`${ADMIN_API_PREFIX}imports?limit=25`, 25);
  usePolling(imports, imports.rows?.some(isGoingOn) ?? false);
  return (
    <>
      <h2 className="mb-3 text-xl">{t('Import a file')}</h2>
      <ImportFiles />
      <h2 className="mt-10 mb-3 text-xl">{t('Open data')}</h2>
      <OpenData />
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

/** One that was begun long ago was cut off. */
const isGoingOn = ({ state, startedAt }: AdminImport) =>
  state === 'undoing' || (state === 'running' && Date.now() - Date.parse(startedAt) < MAX_RUN_MS);

const MAX_RUN_MS = 60 * 60 * 1000;

const importColumns: Column<AdminImport>[] = [
  {
    heading: t('File'),
    cell: ({ file }) => <span className="wrap-anywhere font-semibold">{file}</span>,
    className: 'as-table:w-1/4',
  },
  { heading: t('Started'), cell: ({ startedAt }) => <OptionalDateTime at={startedAt} /> },
  { heading: t('Result'), cell: (run) => describeResult(run), className: 'as-table:w-1/3' },
];

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
