import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { User } from '#contract/accounts.ts';
import { invitedRegistrationSchema, MIN_STAFF_PASSWORD_LENGTH } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { PasswordField } from '#web/accounts/password-field.tsx';
import { StrengthMeter } from '#web/accounts/strength-meter.tsx';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { startSession } from '#web/base/session/session.ts';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';

const registrationSchema = invitedRegistrationSchema.omit({ token: true });

/** Accepts an invitation with a new account, whose email is that of the invitation. */
export default function InvitedRegistration({
  token,
  email,
  onJoined,
}: {
  token: string;
  email: string;
  onJoined: () => void;
}) {
  const client = useQueryClient();
  const form = useSchemaForm<z.infer<typeof registrationSchema>>({
    schema: registrationSchema,
    onSubmit: (registration) =>
      toFailure(t('Couldn’t create your account'), async () => {
        const user = await send<User>('POST', '/api/staff-invitations/register', { token, ...registration });
        onJoined();
        startSession(client, user);
      }),
  });
  const { password = '', username = '' } = form.watch();
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} busyLabel={t('Creating Account...')} className="justify-self-start">
          {t('Accept and create account')}
        </SubmitButton>
      }
    >
      <FormInput
        form={form}
        name="username"
        label={t('Username')}
        hint={t('You’ll use this to sign in. At least 3 characters.')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        form={form}
        name="password"
        label={t('Password')}
        hint={t('At least {count} characters.', { count: MIN_STAFF_PASSWORD_LENGTH })}
        autoComplete="new-password"
      >
        <StrengthMeter password={password} owner={{ username, email }} />
      </PasswordField>
    </Form>
  );
}
