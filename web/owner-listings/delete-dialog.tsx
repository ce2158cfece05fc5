import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';

/** Asks for confirmation before a listing is deleted, and states the consequences. */
export function DeleteDialog({
  listing,
  onClose,
  onDelete,
}: {
  /** Null while the dialog is closed. */
  listing: OwnerListing | null;
  onClose: () => void;
  onDelete: () => void;
}) {
  return (
    <Dialog
      open={listing !== null}
      onClose={onClose}
      title={t('Delete this listing?')}
      actions={
        <>
          <Button variant="danger" onClick={onDelete}>
            {t('Delete listing')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Keep it')}
          </Button>
        </>
      }
    >
      <p>
        {rich(
          '<b>{title}</b> will disappear from the site right away. You can restore it for 30 days. After that, it’s permanently deleted with its photos and analytics.',
          {
            b: (text) => <strong className="wrap-anywhere font-semibold">{text}</strong>,
            title: listing?.title ?? '',
          },
        )}
      </p>
    </Dialog>
  );
}
