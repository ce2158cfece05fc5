import type { ZeroResultSearch } from '#contract/search.ts';
import { PaginatedTable } from '../layout/paginated-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CalendarDate } from '../ui/time.tsx';
import { useZeroResultSearches } from './admin-queries.ts';

/** Searches of visitors that found nothing. */
export function ZeroResultSearches() {
  const searches = useZeroResultSearches();
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        The 100 most frequent searches without results in the past 30 days. Use them to find businesses to add and words
        that categories are missing. Searches are anonymous and deleted after 90 days.
      </p>
      <PaginatedTable
        list={searches}
        itemsLabel="searches"
        errorTitle="Failed to fetch searches"
        empty={<NoZeroResultSearches />}
        caption="Searches without results, most frequent first"
        columns={columns}
        rowKey={({ words }) => words}
      />
    </>
  );
}

const number = new Intl.NumberFormat('en-US');

const columns: Column<ZeroResultSearch>[] = [
  {
    heading: 'Words',
    cell: ({ words }) => (
      <a href={`/search?${new URLSearchParams({ q: words })}`} className="link typed font-semibold">
        {words}
      </a>
    ),
    className: 'as-table:w-1/2',
  },
  { heading: 'Searches', cell: ({ count }) => <span className="tabular-nums">{number.format(count)}</span> },
  { heading: 'Last', cell: ({ lastDay }) => <CalendarDate date={lastDay} /> },
];

const NoZeroResultSearches = () => (
  <EmptyState title="No searches without results">Searches that find nothing will appear here.</EmptyState>
);
