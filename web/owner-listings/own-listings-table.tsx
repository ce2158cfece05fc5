import { t } from '#contract/i18n/t.ts';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { LevelCell } from './level-cell.tsx';
import { ListingActionMenu, type ListingActionMenuProps } from './listing-action-menu.tsx';
import { ListingCell, type ListingRow } from './listing-cell.tsx';
import { ListingStatus } from './listing-status.tsx';
import { RecentViews } from './recent-views.tsx';

/** A table of listings for their owner, or for somebody who helps the owner. */
export function OwnListingsTable({
  caption,
  listings,
  busy,
  ...actions
}: {
  caption: string;
  listings: ListingRow[];
  /** Whether newer rows are being fetched. */
  busy: boolean;
} & Omit<ListingActionMenuProps, 'listing'>) {
  const now = Date.now();
  const columns: Column<ListingRow>[] = [
    {
      heading: t('Listing'),
      top: true,
      className: 'as-table:w-[34%]',
      cell: (listing) => <ListingCell listing={listing} />,
    },
    {
      heading: t('Status'),
      className: 'as-table:w-[21%]',
      cell: (listing) => <ListingStatus listing={listing} now={now} />,
    },
    { heading: t('Plan'), className: 'as-table:w-[18%]', cell: (listing) => <LevelCell listing={listing} /> },
    { heading: t('Views'), className: 'as-table:w-[13%]', cell: (listing) => <RecentViews listing={listing} /> },
    { heading: t('Actions'), foot: true, cell: (listing) => <ListingActionMenu listing={listing} {...actions} /> },
  ];
  return <DataTable caption={caption} columns={columns} rows={listings} rowKey={({ id }) => id} busy={busy} />;
}
