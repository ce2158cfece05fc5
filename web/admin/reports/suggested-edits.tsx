import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import type { SuggestedEdit } from '#contract/reports/suggested-edits.ts';
import type { AdminActions } from '#web/admin/admin-actions.ts';
import { useSuggestedEdits } from '#web/admin/admin-queries.ts';
import type { Confirmation } from '#web/admin/confirmation.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { Decidable } from '#web/admin/decidable.tsx';
import { hideConfirmation } from '#web/admin/hide-confirmation.tsx';
import { ListingName } from '#web/admin/listing-name.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { acceptLabel, dismissLabel, Evidence, SuggestedValue } from '#web/reports/suggested-edits/suggested-value.tsx';

type ActionProps = AdminActions & { confirm: (confirmation: Confirmation) => void };

/** What visitors suggest for listings, with the evidence for it. */
export function SuggestedEdits(actionProps: ActionProps) {
  const edits = useSuggestedEdits();
  return (
    <PaginatedTable
      list={edits}
      itemsLabel={t('suggested edits')}
      errorTitle={t('Failed to fetch suggested edits')}
      empty={t('No suggested edits.')}
      caption={t('Suggested edits, newest first')}
      columns={[
        ...columns,
        {
          heading: t('Actions'),
          cell: (edit) => (
            <Decidable blocked={edit.blocked}>
              <EditActions edit={edit} {...actionProps} />
            </Decidable>
          ),
          className: 'as-table:w-0',
          foot: true,
        },
      ]}
      rowKey={(edit) => edit.id}
    />
  );
}

const columns: Column<WithBlock<SuggestedEdit>>[] = [
  {
    heading: t('Listing'),
    cell: ({ listing }) => (
      <ListingName listing={listing}>
        {listing.owner ? t('Owner: {username}', { username: listing.owner.username }) : t('No owner')}
      </ListingName>
    ),
    className: 'as-table:w-1/5',
  },
  { heading: t('Suggestion'), cell: (edit) => <SuggestedValue edit={edit} />, className: 'as-table:w-1/3' },
  { heading: t('Evidence'), cell: (edit) => <Evidence edit={edit} />, className: 'as-table:w-1/6' },
  { heading: t('Latest'), cell: ({ lastAt }) => <OptionalDateTime at={lastAt} /> },
];

function EditActions({ edit, pendingAction, perform, confirm }: { edit: SuggestedEdit } & ActionProps) {
  const isHideable = edit.listing.status === 'active' || edit.listing.status === 'paused';
  return (
    <span className="flex flex-wrap gap-2 as-table:flex-nowrap">
      {edit.kind !== 'closed' && (
        <Button
          variant="secondary"
          size="sm"
          disabled={pendingAction !== null}
          onClick={() => perform('acceptEdit', edit.id)}
        >
          {rich('{action}<hidden> for {listing}</hidden>', {
            action: acceptLabel(edit),
            hidden: srOnly,
            listing: edit.listing.title,
          })}
        </Button>
      )}
      {edit.kind === 'closed' && isHideable && (
        <Button
          variant="secondary"
          size="sm"
          disabled={pendingAction !== null}
          onClick={() => confirm(hideConfirmation(edit.listing))}
        >
          {t('Hide listing')}
          <span className="sr-only"> {edit.listing.title}</span>
        </Button>
      )}
      <Button
        variant="secondary"
        size="sm"
        disabled={pendingAction !== null}
        onClick={() => perform('dismissEdit', edit.id)}
      >
        {rich('{action}<hidden> for {listing}</hidden>', {
          action: dismissLabel(edit),
          hidden: srOnly,
          listing: edit.listing.title,
        })}
      </Button>
    </span>
  );
}
