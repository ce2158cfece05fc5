import type { ReactNode } from 'react';
import type { z } from 'zod';
import { staffReasonSchema } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { FormInput, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import type { ChangeStaff } from './staff-queries.ts';

/** A change that needs nothing but a reason. */
export interface ReasonedChange {
  title: string;
  /** Whom the change concerns, and its consequences. */
  description: ReactNode;
  submitLabel: string;
  busyLabel: string;
  /** The path after `/api/admin/staff/`. */
  path: string;
  /** The title of the toast. */
  done: string;
}

/** Asks for the reason of a change, and makes it. */
export function ReasonDialog({
  change,
  changeStaff,
  onClose,
}: {
  change: ReasonedChange;
  changeStaff: ChangeStaff;
  onClose: () => void;
}) {
  const form = useSchemaForm<z.infer<typeof staffReasonSchema>>({
    schema: staffReasonSchema,
    defaultValues: { reason: '' },
    onSubmit: async (body) => {
      const failure = await changeStaff(change.path, body, change.done);
      if (!failure) onClose();
      return failure;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={change.title}
      intro={<p className="typed mb-4">{change.description}</p>}
      focus="reason"
      submitLabel={change.submitLabel}
      busyLabel={change.busyLabel}
      danger
    >
      <FormInput form={form} name="reason" label={t('Reason')} hint={t('For the audit log.')} />
    </FormDialog>
  );
}
