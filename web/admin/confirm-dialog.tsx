import { type ReactNode, useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import type { AdminActionName } from './admin-actions.ts';

/** A question that the administrator answers before an action is performed. */
export interface Confirmation {
  action: AdminActionName;
  id: number;
  title: string;
  /** The resource concerned, and the consequences. */
  description: ReactNode;
  /** The field of the reason, for actions that require one. */
  reason?: {
    label: string;
    hint: string;
    /** The name of the field in the API; 'reason' by default. */
    apiField?: string;
    /** The most characters of the reason; 1,000 by default. */
    maxLength?: number;
  };
  /** The label of the button, and its label while the action is in progress. */
  confirmLabel: string;
  busyLabel: string;
  danger?: boolean;
}

const MAX_REASON_LENGTH = 1000;

/** Asks for confirmation of an action, and for the reason where one is required. */
export function ConfirmDialog({
  confirmation,
  reason,
  onReasonChange,
  busy,
  failure,
  onClose,
  onConfirm,
}: {
  /** Null while the dialog is closed. */
  confirmation: Confirmation | null;
  reason: string;
  onReasonChange: (reason: string) => void;
  busy: boolean;
  /** Why the last attempt failed; the toast that says so is behind the dialog, where screen readers cannot reach it. */
  failure: string | undefined;
  onClose: () => void;
  onConfirm: () => void;
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
            {t('Cancel')}
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
                maxLength={confirmation.reason?.maxLength ?? MAX_REASON_LENGTH}
                value={reason}
                onChange={(event) => onReasonChange(event.target.value)}
              />
            )}
          </Field>
        )}
        {failure !== undefined && <FormAlert>{failure}</FormAlert>}
      </form>
    </Dialog>
  );
}

// A dialog that opens focuses the element with this attribute, which React does not write to the DOM.
const setAutofocus = (field: HTMLTextAreaElement | null) => field?.setAttribute('autofocus', '');
