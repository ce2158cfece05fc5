import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { moneyReasonBodySchema } from '#contract/plans/plan-prices.ts';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import type { ToastMessage } from '#web/base/ui/toast-message.ts';

/**
 * Asks for the reason of something that ends or is taken back, and does it.
 * @param done what a toast says afterwards
 */
export function ReasonDialog({
  title,
  intro,
  submitLabel,
  busyLabel,
  onSubmit,
  done,
  onClose,
}: {
  title: string;
  intro: ReactNode;
  submitLabel: string;
  busyLabel: string;
  onSubmit: (reason: string) => Promise<FormFailure | undefined>;
  done: ToastMessage;
  onClose: () => void;
}) {
  const form = useSchemaForm<{ reason: string }>({
    schema: moneyReasonBodySchema,
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      const failure = await onSubmit(reason);
      if (failure) return failure;
      toast(done);
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={title}
      intro={<p className="mb-4 text-muted">{intro}</p>}
      focus="reason"
      submitLabel={submitLabel}
      busyLabel={busyLabel}
      danger
    >
      <FormControl form={form} name="reason" label={t('Reason')} hint={t('Kept in the audit log.')}>
        {(control) => <TextArea {...control} rows={3} maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}
