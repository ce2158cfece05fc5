import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/accounts.ts';
import { acceptanceSchema } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { PasswordField } from '#web/accounts/password-field.tsx';
import { StepUpHost } from '#web/accounts/second-factor/step-up-host.tsx';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { startSession } from '#web/base/session/session.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';

const passwordSchema = acceptanceSchema.pick({ password: true });

/** Accepts an invitation with the account that is signed in. */
export default function AcceptanceForm({
  token,
  username,
  onJoined,
}: {
  token: string;
  username: string;
  onJoined: () => void;
}) {
  const client = useQueryClient();
  const form = useSchemaForm<{ password: string }>({
    schema: passwordSchema,
    onSubmit: ({ password }) =>
      toFailure(t('Couldn’t accept the invitation'), async () => {
        const user = await send<User>('POST', '/api/staff-invitations/accept', { token, password });
        onJoined();
        startSession(client, user);
      }),
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} busyLabel={t('Accepting...')} className="justify-self-start">
          {t('Accept')}
        </SubmitButton>
      }
    >
      <StepUpHost />
      <PasswordField
        form={form}
        name="password"
        label={t('Password of {username}', { username })}
        hint={t('To confirm that it’s you. You’ll be signed out on your other devices.')}
        autoComplete="current-password"
      />
    </Form>
  );
}
