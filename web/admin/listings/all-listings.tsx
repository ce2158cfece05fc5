import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { LISTING_COLUMN_LABELS, LISTING_COLUMNS, type ListingColumn } from '#contract/admin/listing-views.ts';
import type { AdminListing } from '#contract/admin/listings.ts';
import { t } from '#contract/i18n/t.ts';
import { EXAMINED_LISTINGS } from '#contract/limits.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { EmptyCell } from '#web/admin/date-time.tsx';
import { BulkBar } from '#web/admin/listings/bulk/bulk-bar.tsx';
import { SelectAll } from '#web/admin/listings/bulk/select-all.tsx';
import { type Selection, useSelection } from '#web/admin/listings/bulk/use-selection.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { type CursorPages, useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { CityOffer } from './city-offer.tsx';
import { COLUMNS, readChosenColumns, storeChosenColumns } from './columns.tsx';
import { FilterForm } from './filter-form.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { findListingNumber, readFilter } from './listing-filter.ts';
import { SavedViews } from './saved-views.tsx';
import { useListingsExport } from './use-listings-export.ts';
import { useShortcuts } from './use-shortcuts.ts';

const PAGE_SIZE = 25;

/** All listings in any state, with filters in the URL of the page, chosen columns, keys for moving, and bulk changes. */
export function AllListings({ RowMenu }: { RowMenu: ComponentType<{ listing: AdminListing }> }) {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const path = `${ADMIN_API_PREFIX}ads?${new URLSearchParams([...filter, ['limit', String(PAGE_SIZE)]])}`;
  const listings = useCursorPages<AdminListing>(path, PAGE_SIZE);
  const selection = useSelection(listings.rows ?? [], filter.toString());
  const [columns, setColumns] = useState(readChosenColumns);
  const [hasShortcuts, setHasShortcuts] = useState(true);
  const [showsKeys, setShowsKeys] = useState(false);
  const words = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const { isExporting, exportListings } = useListingsExport();
  const navigate = useNavigate();
  const client = useQueryClient();
  useShortcuts(hasShortcuts, table, {
    focusWords: () => words.current?.focus(),
    showKeys: () => setShowsKeys(true),
    open: (id) => void navigate(`/admin/ads/${id}`),
  });

  const showFilter = (next: URLSearchParams) => setSearch([['tab', 'listings'], ...next], { preventScrollReset: true });
  /** Opens the listing whose number was typed, if there is one; else the table has what was typed. */
  const submitFilter = async (next: URLSearchParams) => {
    const id = findListingNumber(next);
    const found = id && (await client.fetchQuery(numberQuery(id)).catch(() => undefined));
    if (found && found.items.length > 0) await navigate(`/admin/ads/${id}`);
    else showFilter(next);
  };
  const chooseColumns = (chosen: ListingColumn[]) => {
    setColumns(chosen);
    storeChosenColumns(chosen);
  };

  return (
    <div className="grid gap-4">
      <SavedViews
        filter={filter}
        columns={columns}
        onChoose={(view) => {
          chooseColumns(view.columns);
          showFilter(readFilter(new URLSearchParams(view.filter)));
        }}
      />
      <FilterForm filter={filter} words={words} onChange={(next) => void submitFilter(next)} />
      {filter.has('words') && <CityOffer filter={filter} onChange={showFilter} />}
      <div className="flex flex-wrap items-start justify-between gap-3 md:flex-nowrap">
        <BulkBar selection={selection}>
          <SelectAll
            selection={selection}
            filter={filter.toString()}
            hasMore={Boolean(listings.onNext || listings.onPrevious)}
          />
        </BulkBar>
        <div className="flex flex-wrap gap-3 md:shrink-0">
          <a href="/admin?tab=bulk-actions" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Icon name="undo-2" />
            {t('Undo recent changes')}
          </a>
          <Button variant="secondary" size="sm" busy={isExporting} onClick={() => exportListings(filter)}>
            {!isExporting && <Icon name="download" />}
            {t('Export as CSV')}
          </Button>
        </div>
      </div>
      <div ref={table}>
        <PaginatedTable
          list={listings}
          itemsLabel={t('listings')}
          errorTitle={t('Failed to fetch listings')}
          empty={<NoListings list={listings} />}
          caption={
            filter.has('words')
              ? t('Listings with these words as they are, then with words that begin so, in the order of posting')
              : t('Listings in the order of posting')
          }
          columns={[nameColumn(selection), ...columns.map(toColumn), toMenuColumn(RowMenu)]}
          rowKey={({ id }) => id}
        />
      </div>
      <div className="flex flex-wrap items-start gap-4">
        <Disclosure summary={t('Columns')} className="min-w-60 grow">
          <ColumnChoice chosen={columns} onChoose={chooseColumns} />
        </Disclosure>
        <Button variant="secondary" className="min-h-13" onClick={() => setShowsKeys(true)}>
          {t('Keyboard shortcuts')} <kbd>?</kbd>
        </Button>
      </div>
      <KeysDialog
        open={showsKeys}
        onClose={() => setShowsKeys(false)}
        enabled={hasShortcuts}
        onEnable={setHasShortcuts}
      />
    </div>
  );
}

const numberQuery = (id: string) =>
  queryOptions<Page<AdminListing>, ApiError>({ queryKey: [`${ADMIN_API_PREFIX}ads?id=${id}&limit=1`], staleTime: 0 });

function NoListings({ list }: { list: CursorPages<AdminListing> }) {
  if (!list.onNext) return <EmptyState title={t('No listings match.')} />;
  return (
    <EmptyState title={t('No match so far')} action={<Button onClick={list.onNext}>{t('Look further')}</Button>}>
      {t('We looked through {count, number} listings.', { count: EXAMINED_LISTINGS })}
    </EmptyState>
  );
}

const nameColumn = ({ isSelected, select }: Selection): Column<AdminListing> => ({
  heading: t('Listing'),
  top: true,
  cell: (listing) => {
    const { id, title, businessName, mergedInto } = listing;
    return (
      <div className="flex items-start gap-3">
        <label className="grid size-11 shrink-0 place-items-center">
          <span className="sr-only">{t('Select {listing}', { listing: title })}</span>
          <input
            type="checkbox"
            value={id}
            className="size-5"
            checked={isSelected(id)}
            onChange={({ target, nativeEvent }) =>
              select(listing, target.checked, (nativeEvent as MouseEvent).shiftKey)
            }
          />
        </label>
        <div className="typed min-w-0 py-2">
          <a href={`/admin/ads/${id}`} className="link font-semibold">
            {title}
          </a>
          <p className="text-muted text-sm">
            #{id}
            {businessName !== title && ` · ${businessName}`}
          </p>
          {mergedInto !== null && (
            <p className="text-sm">
              <a href={`/admin/ads/${mergedInto}`} className="link">
                {t('Merged into #{id}', { id: mergedInto })}
              </a>
            </p>
          )}
        </div>
      </div>
    );
  },
  className: 'as-table:w-1/3',
});

const toMenuColumn = (RowMenu: ComponentType<{ listing: AdminListing }>): Column<AdminListing> => ({
  heading: t('Actions'),
  foot: true,
  className: 'as-table:w-0',
  cell: (listing) => <RowMenu listing={listing} />,
});

const toColumn = (column: ListingColumn): Column<AdminListing> => ({
  heading: LISTING_COLUMN_LABELS[column],
  cell: (listing) => COLUMNS[column]?.(listing) ?? <EmptyCell />,
});

function ColumnChoice({ chosen, onChoose }: { chosen: ListingColumn[]; onChoose: (columns: ListingColumn[]) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">{t('Columns of the table')}</legend>
      {LISTING_COLUMNS.map((column) => (
        <label key={column} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            checked={chosen.includes(column)}
            onChange={({ target: { checked } }) =>
              onChoose(LISTING_COLUMNS.filter((name) => (name === column ? checked : chosen.includes(name))))
            }
          />
          {LISTING_COLUMN_LABELS[column]}
        </label>
      ))}
    </fieldset>
  );
}
