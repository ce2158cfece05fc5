import type { Confirmation } from './confirm-dialog.tsx';

/** Asks for the reason to hide a listing. */
export function hideConfirmation(listing: { id: number; title: string; owner: object | null }): Confirmation {
  return {
    action: 'hide',
    id: listing.id,
    title: 'Hide this listing?',
    description: (
      <>
        <strong>
          <bdi>{listing.title}</bdi>
        </strong>{' '}
        will disappear from the site right away, and all reports about it will be closed. You can show it again later.
      </>
    ),
    reason: {
      label: 'Reason',
      hint: listing.owner ? 'The owner will see this.' : 'No one owns this listing. The reason goes in the audit log.',
    },
    confirmLabel: 'Hide listing',
    busyLabel: 'Hiding...',
    danger: true,
  };
}
