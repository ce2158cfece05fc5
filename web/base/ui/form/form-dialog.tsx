import { type ReactNode, useEffect } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Form, type SchemaForm, SubmitButton } from './form.tsx';

/** A dialog with a form, and buttons to submit it and to close the dialog. */
export function FormDialog<Input extends FieldValues>({
  form,
  open,
  onClose,
  title,
  intro,
  focus,
  submitLabel,
  busyLabel,
  danger,
  cancelLabel = t('Cancel'),
  children,
}: {
  form: SchemaForm<Input>;
  open: boolean;
  onClose: () => void;
  title: string;
  intro: ReactNode;
  /** The field that is focused when the dialog opens. */
  focus: Path<Input>;
  submitLabel: string;
  /** Replaces `submitLabel` while the form is being submitted. */
  busyLabel: string;
  danger?: boolean;
  cancelLabel?: string;
  children: ReactNode;
}) {
  const { setFocus } = form;
  useEffect(() => {
    if (open) setFocus(focus);
  }, [open, focus, setFocus]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <SubmitButton form={form} busyLabel={busyLabel} variant={danger ? 'danger' : 'primary'}>
            {submitLabel}
          </SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      {intro}
      <Form form={form}>{children}</Form>
    </Dialog>
  );
}
