import type { EmptySearch } from '#contract/search.ts';
import { PagesPanel } from '../layout/pages-panel.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CalendarDay } from '../ui/time.tsx';
import { useEmptySearches } from './lists.ts';

/** What visitors looked for and did not find. */
export function Searches() {
  const searches = useEmptySearches();
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        What visitors looked for in vain in the past 30 days: businesses to win, and words that categories lack. The 100
        most frequent. Nothing tells who searched, and after 90 days they are forgotten.
      </p>
      <PagesPanel list={searches} what="searches" failed="Failed to fetch searches" empty={<NoneYet />}>
        {(rows) => (
          <DataTable
            caption="Searches without results, the most frequent first"
            columns={columns}
            rows={rows}
            rowKey={({ words }) => words}
            busy={searches.isFetching}
          />
        )}
      </PagesPanel>
    </>
  );
}

const number = new Intl.NumberFormat('en-US');

const columns: Column<EmptySearch>[] = [
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
  { heading: 'Last', cell: ({ lastDay }) => <CalendarDay date={lastDay} /> },
];

const NoneYet = () => (
  <EmptyState title="Every search found something">
    Words that find nothing are counted here, by how often they were looked for.
  </EmptyState>
);
