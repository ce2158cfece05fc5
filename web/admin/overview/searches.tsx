import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { SearchKind, ZeroResultSearch } from '#contract/search.ts';
import { useZeroResultSearches } from '#web/admin/admin-queries.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { CalendarDate } from '#web/base/ui/time.tsx';
import { FoundSearches } from './found-searches.tsx';

/** Searches of visitors: those with results, and those that found nothing, of listings and of the help. */
export function Searches() {
  return (
    <>
      <FoundSearches />
      <h2 className="mt-10 mb-2 text-xl">{t('Searches without results')}</h2>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'The 100 most frequent searches without results in the past 30 days. Use them to find businesses to add and words that categories are missing. Searches are anonymous and deleted after 90 days.',
        )}
      </p>
      <SearchTable
        kind="listings"
        caption={t('Searches without results, most frequent first')}
        empty={
          <EmptyState title={t('No searches without results')}>
            {t('Searches that find nothing will appear here.')}
          </EmptyState>
        }
      />
      <h2 className="mt-10 mb-2 text-xl">{t('Help searches without answers')}</h2>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'What visitors searched for on the help page without finding an answer. Use it to find answers and words to add.',
        )}
      </p>
      <SearchTable
        kind="help"
        caption={t('Help searches without answers, most frequent first')}
        empty={
          <EmptyState title={t('No help searches without answers')}>
            {t('Help searches that find nothing will appear here.')}
          </EmptyState>
        }
      />
    </>
  );
}

function SearchTable({ kind, caption, empty }: { kind: SearchKind; caption: string; empty: ReactNode }) {
  return (
    <PaginatedTable
      list={useZeroResultSearches(kind)}
      itemsLabel={t('searches')}
      errorTitle={t('Failed to fetch searches')}
      empty={empty}
      caption={caption}
      columns={COLUMNS[kind]}
      rowKey={({ words }) => words}
    />
  );
}

const counts: Column<ZeroResultSearch>[] = [
  { heading: t('Searches'), cell: ({ count }) => <span className="tabular-nums">{formatNumber(count)}</span> },
  { heading: t('Last'), cell: ({ lastDay }) => <CalendarDate date={lastDay} /> },
];

const COLUMNS: Record<SearchKind, Column<ZeroResultSearch>[]> = {
  listings: [
    {
      heading: t('Words'),
      cell: ({ words }) => (
        <a href={`/search?${new URLSearchParams({ q: words })}`} className="link typed font-semibold">
          {words}
        </a>
      ),
      className: 'as-table:w-1/2',
    },
    ...counts,
  ],
  help: [
    {
      heading: t('Words'),
      cell: ({ words }) => <span className="typed font-semibold">{words}</span>,
      className: 'as-table:w-1/2',
    },
    ...counts,
  ],
};
