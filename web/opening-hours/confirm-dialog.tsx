import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';

/** Asks before something that was filled in is lost. */
export function ConfirmDialog({
  open,
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="danger" onClick={onConfirm}>
            {action}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Keep')}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
