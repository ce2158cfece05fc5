import { type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { type PeopleChange, useChangePeople } from './people-queries.ts';

/** A change that is confirmed first: something is lost. */
export interface ConfirmedChange {
  title: string;
  /** Whom the change concerns, and its consequences. */
  description: ReactNode;
  label: string;
  busyLabel: string;
  change: PeopleChange;
}

/** Asks before a change, makes it, and shows a failure in place. */
export function ChangeDialog({ change: asked, onClose }: { change: ConfirmedChange | null; onClose: () => void }) {
  const changePeople = useChangePeople();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!asked) return;
    setBusy(true);
    const failed = await changePeople(asked.change);
    setBusy(false);
    if (failed) setFailure(failed.message);
    else close();
  };
  return (
    <Dialog
      open={asked !== null}
      onClose={close}
      title={asked?.title ?? ''}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {busy ? asked?.busyLabel : asked?.label}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={close}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p className="typed">{asked?.description}</p>
      {failure && (
        <p role="alert" className="mt-4 text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
