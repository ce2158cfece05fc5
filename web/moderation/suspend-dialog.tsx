import { useId } from 'react';
import type { AdminUser } from '#contract/moderation.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, TextArea } from '../ui/field.tsx';

const LONGEST_REASON = 1000;

/** Asks why an account is to be suspended, which nobody is without a reason. */
export function SuspendDialog({
  user,
  reason,
  onReason,
  busy,
  onClose,
  onSuspend,
}: {
  /** Whom; null while the dialog is closed. */
  user: AdminUser | null;
  reason: string;
  onReason: (reason: string) => void;
  busy: boolean;
  onClose: () => void;
  onSuspend: () => void;
}) {
  const formId = useId();
  return (
    <Dialog
      open={user !== null}
      onClose={onClose}
      title="Suspend User Account"
      actions={
        <>
          <Button type="submit" form={formId} variant="danger" busy={busy} disabled={reason.trim() === ''}>
            {busy ? 'Suspending...' : 'Suspend User'}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && reason.trim()) onSuspend();
        }}
      >
        <p className="mb-4">
          <strong className="wrap-anywhere">{user?.username}</strong> will be prevented from logging in. Their sessions
          end at once and their listings are hidden until the account is activated again.
        </p>
        <Field label="Suspension Reason" hint="This reason is shown to the user when they attempt login.">
          {(control) => (
            <TextArea
              {...control}
              ref={beginHere}
              rows={3}
              maxLength={LONGEST_REASON}
              value={reason}
              onChange={(event) => onReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

// The browser gives the focus of a dialog that opens to what has this attribute, which React does not write.
const beginHere = (field: HTMLTextAreaElement | null) => field?.setAttribute('autofocus', '');
