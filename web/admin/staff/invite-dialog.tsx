import { type InvitationForm, invitationFormSchema } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { FormInput, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { RoleField } from './role-field.tsx';
import type { ChangeStaff } from './staff-queries.ts';

/** Invites somebody by email. */
export function InviteDialog({ changeStaff, onClose }: { changeStaff: ChangeStaff; onClose: () => void }) {
  const form = useSchemaForm<InvitationForm>({
    schema: invitationFormSchema,
    defaultValues: { email: '', role: 'moderator', reason: '' },
    onSubmit: async (invitation) => {
      const failure = await changeStaff('invitations', invitation, t('Invitation sent'));
      if (!failure) onClose();
      return failure;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Invite to the team')}
      intro={
        <p className="mb-4">
          {t(
            'We email a link that works once, for 7 days. They need a password of 12 characters and two-step verification.',
          )}
        </p>
      }
      focus="email"
      submitLabel={t('Send invitation')}
      busyLabel={t('Sending...')}
    >
      <FormInput
        form={form}
        name="email"
        label={t('Email')}
        hint={t('If an account uses it, that account gets the role.')}
        type="email"
        autoComplete="off"
      />
      <RoleField form={form} name="role" />
      <FormInput form={form} name="reason" label={t('Reason')} hint={t('For the audit log. They don’t see it.')} />
    </FormDialog>
  );
}
