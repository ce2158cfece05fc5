import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import type { HiddenListing } from '#contract/reports/reports.ts';
import { type AdminActions, getActionKey } from '#web/admin/admin-actions.ts';
import { useHiddenListings } from '#web/admin/admin-queries.ts';
import { EmptyCell, OptionalDateTime } from '#web/admin/date-time.tsx';
import { Decidable } from '#web/admin/decidable.tsx';
import { ExpandableText } from '#web/admin/expandable-text.tsx';
import { ListingName } from '#web/admin/listing-name.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';

/** The listings that the administrator has hidden, and why. */
export function HiddenListings(adminActions: AdminActions) {
  const listings = useHiddenListings();
  return (
    <PaginatedTable
      list={listings}
      itemsLabel={t('hidden listings')}
      errorTitle={t('Failed to fetch hidden listings')}
      empty={t('No hidden listings.')}
      caption={t('Hidden listings, most recently hidden first')}
      columns={[
        ...columns,
        {
          heading: t('Actions'),
          cell: (listing) => (
            <Decidable blocked={listing.blocked}>
              <ShowButton listing={listing} {...adminActions} />
            </Decidable>
          ),
          foot: true,
        },
      ]}
      rowKey={(listing) => listing.id}
    />
  );
}

const columns: Column<WithBlock<HiddenListing>>[] = [
  {
    heading: t('Listing'),
    cell: (listing) => <ListingName listing={listing}>{listing.city}</ListingName>,
    className: 'as-table:w-1/4',
  },
  { heading: t('Plan'), cell: (listing) => LEVEL_NAMES[listing.level] },
  {
    heading: t('Owner'),
    cell: ({ owner }) => (owner ? <span className="wrap-anywhere">{owner.username}</span> : <EmptyCell />),
  },
  {
    heading: t('Hidden At'),
    cell: ({ hiddenAt, hiddenBy }) => (
      <>
        <OptionalDateTime at={hiddenAt} />
        {hiddenBy && (
          <span className="block text-muted text-sm">
            {rich('by {name}', { name: <bdi>{hiddenBy.username}</bdi> })}
          </span>
        )}
      </>
    ),
  },
  { heading: t('Reason'), cell: (listing) => <ExpandableText text={listing.reason} />, className: 'as-table:w-1/4' },
];

function ShowButton({ listing, pendingAction, perform }: { listing: HiddenListing } & AdminActions) {
  const busy = pendingAction === getActionKey('show', listing.id);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      disabled={pendingAction !== null}
      onClick={() => perform('show', listing.id)}
    >
      {!busy && <Icon name="eye" />}
      {t('Show again')}
      <span className="sr-only"> {listing.title}</span>
    </Button>
  );
}
