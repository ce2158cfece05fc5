import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import type { AdminActionName } from './admin-actions.ts';

/** What the administrator is asked before something is done. */
export interface Confirmation {
  action: AdminActionName;
  /** The id of what it is done to. */
  id: number;
  title: string;
  /** To whom or to what, and what that means. */
  description: ReactNode;
  /** Asked for where nothing is done without a reason: what its field says. */
  reason?: {
    label: string;
    hint: string;
    /** What the API calls it, where that is not 'reason'. */
    sentAs?: string;
    /** How long it may be, where that is not 1,000 characters. */
    most?: number;
  };
  /** What the button says, and what while it is being done. */
  confirmLabel: string;
  busyLabel: string;
  danger?: boolean;
}

const MAX_REASON_LENGTH = 1000;

/** Asks whether something is to be done, and why, where it needs a reason. */
export function ConfirmDialog({
  question: confirmation,
  reason,
  onReason: onReasonChange,
  busy,
  onClose,
  onAct: onConfirm,
}: {
  /** Null while the dialog is closed. */
  question: Confirmation | null;
  reason: string;
  onReason: (reason: string) => void;
  busy: boolean;
  onClose: () => void;
  onAct: () => void;
}) {
  const formId = useId();
  const isMissing = confirmation?.reason !== undefined && reason.trim() === '';
  return (
    <Dialog
      open={confirmation !== null}
      onClose={onClose}
      title={confirmation?.title ?? ''}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            variant={confirmation?.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={isMissing}
          >
            {busy ? confirmation?.busyLabel : confirmation?.confirmLabel}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !isMissing) onConfirm();
        }}
      >
        <p className="typed">{confirmation?.description}</p>
        {confirmation?.reason && (
          <Field label={confirmation.reason.label} hint={confirmation.reason.hint}>
            {(control) => (
              <TextArea
                {...control}
                ref={setAutofocus}
                rows={3}
                maxLength={confirmation.reason?.most ?? MAX_REASON_LENGTH}
                value={reason}
                onChange={(event) => onReasonChange(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

// The browser gives the focus of a dialog that opens to what has this attribute, which React does not write.
const setAutofocus = (field: HTMLTextAreaElement | null) => field?.setAttribute('autofocus', '');
