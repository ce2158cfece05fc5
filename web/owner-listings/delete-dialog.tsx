import type { OwnerListing } from '#contract/owner-listings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks before a listing is deleted, and says what that means. */
export function DeleteDialog({
  ad,
  onClose,
  onDelete,
}: {
  /** Which; null while the dialog is closed. */
  ad: OwnerListing | null;
  onClose: () => void;
  onDelete: () => void;
}) {
  return (
    <Dialog
      open={ad !== null}
      onClose={onClose}
      title="Delete this listing?"
      actions={
        <>
          <Button variant="danger" onClick={onDelete}>
            Delete listing
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <p>
        <strong className="wrap-anywhere font-semibold">{ad?.title}</strong> disappears from the site at once. You can
        bring it back for 30 days; after that it is gone for good, with its pictures and figures.
      </p>
    </Dialog>
  );
}
