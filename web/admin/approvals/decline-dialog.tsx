import type { WaitingListing } from '#contract/admin/approvals.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { useApprovalRequests } from './approval-queries.ts';

/** Asks for the reason for declining a listing. */
export function DeclineDialog({
  listing,
  onClose,
  onDone,
}: {
  listing: WaitingListing;
  onClose: () => void;
  onDone: () => void;
}) {
  const { decline } = useApprovalRequests();
  return (
    <ReasonDialog
      question={{
        title: t('Decline “{listing}”?', { listing: listing.title }),
        description: (
          <p>
            {t(
              'Visitors won’t see it. Its owner is emailed the reason, and can edit it but not show it: you can, under Hidden.',
            )}
            {listing.payments > 0 && (
              <> {t('It’s paid for. The payment becomes a credit, and the email says how to ask for a refund.')}</>
            )}
          </p>
        ),
        reason: { label: t('Reason'), hint: t('The owner will see this.') },
        confirmLabel: t('Decline'),
        busyLabel: t('Declining...'),
        danger: true,
      }}
      onSubmit={(reason) =>
        toFailure(t('Not declined'), async () => {
          await decline(listing, reason);
          onDone();
        })
      }
      done={{ title: t('Listing declined'), description: t('We’ll email its owner the reason.'), tone: 'success' }}
      onClose={onClose}
    />
  );
}
