import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, TextArea } from '../ui/form/field.tsx';
import type { DeedName } from './deeds.ts';

/** What the administrator is asked before something is done. */
export interface Question {
  deed: DeedName;
  /** The id of what it is done to. */
  id: number;
  title: string;
  /** To whom or to what, and what that means. */
  about: ReactNode;
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
  act: string;
  acting: string;
  danger?: boolean;
}

const LONGEST_REASON = 1000;

/** Asks whether something is to be done, and why, where it needs a reason. */
export function QuestionDialog({
  question,
  reason,
  onReason,
  busy,
  onClose,
  onAct,
}: {
  /** Null while the dialog is closed. */
  question: Question | null;
  reason: string;
  onReason: (reason: string) => void;
  busy: boolean;
  onClose: () => void;
  onAct: () => void;
}) {
  const formId = useId();
  const isMissing = question?.reason !== undefined && reason.trim() === '';
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      title={question?.title ?? ''}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            variant={question?.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={isMissing}
          >
            {busy ? question?.acting : question?.act}
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
          if (!busy && !isMissing) onAct();
        }}
      >
        <p className="typed">{question?.about}</p>
        {question?.reason && (
          <Field label={question.reason.label} hint={question.reason.hint}>
            {(control) => (
              <TextArea
                {...control}
                ref={beginHere}
                rows={3}
                maxLength={question.reason?.most ?? LONGEST_REASON}
                value={reason}
                onChange={(event) => onReason(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

// The browser gives the focus of a dialog that opens to what has this attribute, which React does not write.
const beginHere = (field: HTMLTextAreaElement | null) => field?.setAttribute('autofocus', '');
