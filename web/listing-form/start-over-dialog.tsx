import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

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
            Empty the form
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Keep what I typed
          </Button>
        </>
      }
    >
      <p>Everything that you have filled in here is thrown away. Listings in your account stay as they are.</p>
    </Dialog>
  );
}
