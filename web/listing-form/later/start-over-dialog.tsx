import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks for confirmation before the form is emptied. */
export default function StartOverDialog({
  open,
  onClose,
  onStartOver,
}: {
  open: boolean;
  onClose: () => void;
  onStartOver: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Start over?"
      actions={
        <>
          <Button variant="danger" onClick={onStartOver}>
            Clear form
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
        </>
      }
    >
      <p>This clears everything in the form. Listings in your account aren’t affected.</p>
    </Dialog>
  );
}
