import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { AdminListing } from '#contract/admin/listings.ts';
import { EXAMINED_LISTINGS } from '#contract/limits.ts';
import { ADMIN_API_PREFIX } from '../admin/admin-queries.ts';
import { NoValue } from '../admin/date-time.tsx';
import { type CursorPages, useCursorPages } from '../app/use-cursor-pages.ts';
import { PaginatedTable } from '../layout/paginated-table.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { Icon } from '../ui/icon.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { COLUMNS, readChosenColumns, storeChosenColumns } from './columns.tsx';
import { FilterForm } from './filter-form.tsx';
import { readFilter } from './listing-filter.ts';
import { SHORTCUTS, useShortcuts } from './use-shortcuts.ts';

const PAGE_SIZE = 25;

/** All listings in any state, with filters in the URL of the page, chosen columns, keys for moving, and bulk changes. */
export function AllListings() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const path = `${ADMIN_API_PREFIX}ads?${new URLSearchParams([...filter, ['limit', String(PAGE_SIZE)]])}`;
  const listings = useCursorPages<AdminListing>(path, PAGE_SIZE);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const selected = listings.rows?.filter(({ id }) => selectedIds.has(id)) ?? [];
  const [columns, setColumns] = useState(readChosenColumns);
  const [hasShortcuts, setHasShortcuts] = useState(true);
  const words = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useShortcuts(hasShortcuts, table, {
    focusWords: () => words.current?.focus(),
    open: (id) => {
      if (listings.rows?.find((listing) => listing.id === id)?.state === 'shown') void navigate(`/ads/${id}`);
    },
  });

  const showFilter = (next: URLSearchParams) => {
    setSelectedIds(new Set());
    setSearch([['tab', 'listings'], ...next], { preventScrollReset: true });
  };
  const choose = (heading: string, isChosen: boolean) => {
    const chosen = Object.keys(COLUMNS).filter((name) => (name === heading ? isChosen : columns.includes(name)));
    setColumns(chosen);
    storeChosenColumns(chosen);
  };
  const select = (id: number, isSelected: boolean) => {
    const ids = new Set(selectedIds);
    if (isSelected) ids.add(id);
    else ids.delete(id);
    setSelectedIds(ids);
  };

  return (
    <div className="grid gap-4">
      <FilterForm filter={filter} words={words} onChange={showFilter} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BulkActions selected={selected} onClear={() => setSelectedIds(new Set())} />
        <a
          href={`${ADMIN_API_PREFIX}ads.csv?${filter}`}
          download="listings.csv"
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Icon name="download" />
          Export as CSV
        </a>
      </div>
      <div ref={table}>
        <PaginatedTable
          list={listings}
          itemsLabel="listings"
          errorTitle="Failed to fetch listings"
          empty={<NoListings list={listings} />}
          caption="Listings in the order of posting"
          columns={[nameColumn(selectedIds, select), ...columns.map(toColumn)]}
          rowKey={({ id }) => id}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Disclosure summary="Columns">
          <ColumnChoice chosen={columns} onChoose={choose} />
        </Disclosure>
        <Disclosure summary="Keyboard shortcuts">
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5">
            {Object.entries(SHORTCUTS).map(([key, effect]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
          <Switch
            label="Use these keys"
            className="mt-3"
            checked={hasShortcuts}
            onChange={(event) => setHasShortcuts(event.target.checked)}
          />
        </Disclosure>
      </div>
    </div>
  );
}

function NoListings({ list }: { list: CursorPages<AdminListing> }) {
  if (!list.onNext) return <EmptyState title="No listings match." />;
  return (
    <EmptyState title="No match so far" action={<Button onClick={list.onNext}>Look further</Button>}>
      We looked through {EXAMINED_LISTINGS.toLocaleString('en-US')} listings.
    </EmptyState>
  );
}

const nameColumn = (
  selectedIds: ReadonlySet<number>,
  select: (id: number, isSelected: boolean) => void,
): Column<AdminListing> => ({
  heading: 'Listing',
  top: true,
  cell: ({ id, title, businessName, state }) => (
    <div className="flex items-start gap-3">
      <label className="grid size-11 shrink-0 place-items-center">
        <span className="sr-only">Select {title}</span>
        <input
          type="checkbox"
          value={id}
          className="size-5"
          checked={selectedIds.has(id)}
          onChange={(event) => select(id, event.target.checked)}
        />
      </label>
      <div className="typed min-w-0 py-2">
        {state === 'shown' ? (
          <a href={`/ads/${id}`} className="link font-semibold">
            {title}
          </a>
        ) : (
          <span className="font-semibold">{title}</span>
        )}
        <p className="text-muted text-sm">
          #{id}
          {businessName !== title && ` · ${businessName}`}
        </p>
      </div>
    </div>
  ),
  className: 'as-table:w-1/3',
});

const toColumn = (heading: string): Column<AdminListing> => ({
  heading,
  cell: (listing) => COLUMNS[heading]?.(listing) ?? <NoValue />,
});

function ColumnChoice({
  chosen,
  onChoose,
}: {
  chosen: string[];
  onChoose: (heading: string, isChosen: boolean) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">Columns of the table</legend>
      {Object.keys(COLUMNS).map((heading) => (
        <label key={heading} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            checked={chosen.includes(heading)}
            onChange={(event) => onChoose(heading, event.target.checked)}
          />
          {heading}
        </label>
      ))}
    </fieldset>
  );
}
