import { type ReactNode, useId, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog, setAutofocus } from '#web/base/ui/dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import type { ToastMessage } from '#web/base/ui/toast-message.ts';
import { TextArea, TextInput } from './controls.tsx';
import { Field } from './field.tsx';
import type { FormFailure } from './form.tsx';
import { FormAlert } from './form-alert.tsx';

/** A question before an action, with the reason or another text that the action needs. */
export interface ReasonQuestion {
  title: string;
  /** The resource concerned, and the consequences. */
  description?: ReactNode;
  /** The field of the text, in characters at most 1,000 by default. Without it only the question is asked. */
  reason?: { label: string; hint?: string; optional?: boolean; maxLength?: number; singleLine?: boolean };
  /** The label of the button, and its label while the action is in progress. */
  confirmLabel: string;
  busyLabel: string;
  danger?: boolean;
}

/**
 * Asks a question and performs the action. The dialog closes when the action has succeeded; after a failure it stays and says
 * why. What was typed stays until then, also when the dialog is closed.
 */
export function ReasonDialog({
  question,
  draftKey = '',
  isIncomplete = false,
  onSubmit,
  done,
  onClose,
  children,
}: {
  /** Null while the dialog is closed. */
  question: ReasonQuestion | null;
  /** Which question a kept text belongs to, where one dialog asks several. */
  draftKey?: string;
  /** Whether a field of `children` is missing. */
  isIncomplete?: boolean;
  /** Performs the action with the trimmed text, and resolves to why it failed. */
  onSubmit: (text: string) => Promise<FormFailure | undefined>;
  /** The toast after the action, if `onSubmit` shows none. */
  done?: ToastMessage;
  onClose: () => void;
  /** Fields above the one of the text. */
  children?: ReactNode;
}) {
  const [texts, setTexts] = useState<{ [draftKey: string]: string }>({});
  const [failure, setFailure] = useState<FormFailure>();
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const { title = '', description, reason, confirmLabel, busyLabel, danger } = question ?? {};
  const text = texts[draftKey] ?? '';
  const setText = (next: string) => setTexts((previous) => ({ ...previous, [draftKey]: next }));
  const isMissing = isIncomplete || (reason !== undefined && !reason.optional && text.trim() === '');
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const submit = async () => {
    setBusy(true);
    const failed = await onSubmit(text.trim());
    setBusy(false);
    if (failed) return setFailure(failed);
    setText('');
    close();
    if (done) toast(done);
  };
  return (
    <Dialog
      open={question !== null}
      onClose={close}
      title={title}
      actions={
        <>
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={busy} disabled={isMissing}>
            {busy ? busyLabel : confirmLabel}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={close}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !isMissing) void submit();
        }}
      >
        {description && <div className="typed">{description}</div>}
        {children}
        {reason && (
          <Field
            label={reason.label}
            hint={reason.hint}
            optional={reason.optional}
            error={failure?.issues?.[0]?.message}
          >
            {(control) => {
              const field = {
                ...control,
                ref: children ? undefined : setAutofocus,
                maxLength: reason.maxLength ?? 1000,
                value: text,
                onChange: (event: { target: { value: string } }) => setText(event.target.value),
              };
              return reason.singleLine ? <TextInput {...field} /> : <TextArea {...field} rows={3} />;
            }}
          </Field>
        )}
        {failure && !(reason && failure.issues?.[0]) && <FormAlert>{failure.message}</FormAlert>}
      </form>
    </Dialog>
  );
}
