import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { deleteAccountDraft } from './account-draft.tsx';

/** Asks for confirmation before the form is emptied. */
export default function StartOverDialog({
  open,
  signedIn,
  onClose,
  onStartOver,
}: {
  open: boolean;
  signedIn: boolean;
  onClose: () => void;
  onStartOver: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Start over?')}
      actions={
        <>
          <Button
            variant="danger"
            onClick={() => {
              onStartOver();
              if (signedIn) deleteAccountDraft();
            }}
          >
            {t('Clear form')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Keep editing')}
          </Button>
        </>
      }
    >
      <p>{t('This clears everything in the form. Listings in your account aren’t affected.')}</p>
    </Dialog>
  );
}
