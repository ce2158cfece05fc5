import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { FoundSearch, ZeroResultSearch } from '#contract/search.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { CalendarDate } from '#web/base/ui/time.tsx';
import { CountedSearches, searchCount } from './counted-searches.tsx';
import { listMonths } from './month-options.tsx';

// As long as they are kept: 400 and 90 days.
const MONTHS_FOUND = 13;
const MONTHS_IN_VAIN = 4;

/** Searches of visitors: those with results, and those that found nothing, of listings and of the help. */
export function Searches() {
  const [months] = useState(() => listMonths(MONTHS_FOUND));
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'The 100 most frequent searches with results, from 5 in a month on. They’re anonymous, and deleted after 400 days.',
        )}
      </p>
      <CountedSearches<FoundSearch>
        path="found-searches?"
        months={months}
        caption={t('Searches with results, most frequent first')}
        empty={t('No searches in this month yet.')}
      />
      <h2 className="mt-10 mb-2 text-xl">{t('Searches without results')}</h2>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'The 100 most frequent searches without results. Use them to find businesses to add and words that categories are missing. Searches are anonymous and deleted after 90 days.',
        )}
      </p>
      <CountedSearches<ZeroResultSearch>
        path="searches?kind=listings&"
        months={months.slice(0, MONTHS_IN_VAIN)}
        withoutMonth={t('Past 30 days')}
        caption={t('Searches without results, most frequent first')}
        empty={
          <EmptyState title={t('No searches without results')}>
            {t('Searches that find nothing will appear here.')}
          </EmptyState>
        }
        columns={[lastDay]}
      />
      <h2 className="mt-10 mb-2 text-xl">{t('Help searches without answers')}</h2>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'What visitors searched for on the help page without finding an answer. Use it to find answers and words to add.',
        )}
      </p>
      <HelpSearches />
    </>
  );
}

/** Those of the past 30 days. */
const HelpSearches = () => (
  <PaginatedTable
    list={useCursorPages<ZeroResultSearch>(`${ADMIN_API_PREFIX}searches?kind=help&by=words&limit=100`, 100)}
    itemsLabel={t('searches')}
    errorTitle={t('Failed to fetch searches')}
    empty={
      <EmptyState title={t('No help searches without answers')}>
        {t('Help searches that find nothing will appear here.')}
      </EmptyState>
    }
    caption={t('Help searches without answers, most frequent first')}
    columns={[helpWords, searchCount, lastDay]}
    rowKey={({ words }) => words}
  />
);

const helpWords: Column<ZeroResultSearch> = {
  heading: t('Words'),
  cell: ({ words }) => <span className="typed font-semibold">{words}</span>,
  className: 'as-table:w-1/2',
};
const lastDay: Column<ZeroResultSearch> = {
  heading: t('Last'),
  cell: (search) => <CalendarDate date={search.lastDay} />,
};
