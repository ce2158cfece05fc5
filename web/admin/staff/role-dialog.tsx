import { type RoleChange, roleChangeSchema, type StaffMember } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { FormInput, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { RoleField } from './role-field.tsx';
import type { ChangeStaff } from './staff-queries.ts';

/** Gives a member another role. */
export function RoleDialog({
  member: { accountId, username, role },
  changeStaff,
  onClose,
}: {
  member: StaffMember;
  changeStaff: ChangeStaff;
  onClose: () => void;
}) {
  const form = useSchemaForm<RoleChange>({
    schema: roleChangeSchema,
    defaultValues: { role, reason: '' },
    onSubmit: async (change) => {
      const failure = await changeStaff(`${accountId}/role`, change, t('Role changed'));
      if (!failure) onClose();
      return failure;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Change role')}
      intro={
        <p className="typed mb-4">
          {rich('<strong>{username}</strong> has the new role right away, and is told by email.', {
            strong: (text) => <strong>{text}</strong>,
            username,
          })}
        </p>
      }
      focus="role"
      submitLabel={t('Change role')}
      busyLabel={t('Changing...')}
    >
      <RoleField form={form} name="role" />
      <FormInput form={form} name="reason" label={t('Reason')} hint={t('For the audit log.')} />
    </FormDialog>
  );
}
