import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { passwordResetSchema, type resetPasswordSchema } from '#contract/accounts.ts';
import { MIN_STAFF_PASSWORD_LENGTH } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { getTokenError } from '#web/base/session/link-token.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

type NewPassword = Pick<z.infer<typeof passwordResetSchema>, 'password'>;
const newPasswordSchema = passwordResetSchema.pick({ password: true });

/** Sets a new password by the token of an emailed link; shows the reason if the token is used or expired. */
export function NewPasswordForm({ token, onRequestNewLink }: { token: string; onRequestNewLink: () => void }) {
  const client = useQueryClient();
  const [username, setUsername] = useState<string>();
  const [reason, setReason] = useState<string>();
  const form = useSchemaForm<NewPassword>({
    schema: newPasswordSchema,
    onSubmit: async ({ password }) => {
      const redeem = async () => {
        const changed = await send<z.infer<typeof resetPasswordSchema>>('POST', '/api/password-resets/redeem', {
          token,
          password,
        });
        setUsername(changed.username);
      };
      const failure = await runMutation(t('Couldn’t change your password'), redeem);
      // The change ended all other sessions, perhaps also that of this browser.
      if (!failure) void invalidateUser(client);
      else setReason(getTokenError(failure));
      return failure;
    },
  });

  if (username) {
    return (
      <ResultMessage title={t('Password changed')} icon={<Icon name="circle-check" />}>
        <p>
          {t('You’ve been signed out everywhere. Sign in as {username} with your new password to continue.', {
            username,
          })}
        </p>
        <a href="/auth" className={`${buttonClass()} justify-self-start`}>
          {t('Sign In')}
        </a>
      </ResultMessage>
    );
  }
  if (reason) {
    return (
      <ResultMessage title={t('This link doesn’t work')} icon={<Icon name="unlink" />}>
        <p>{reason}</p>
        <p className="text-muted">
          {t(
            'Each link works once, for 30 minutes. If you requested more than one, use the newest. Your password hasn’t changed.',
          )}
        </p>
        <Button onClick={onRequestNewLink} className="justify-self-start">
          {t('Request a new link')}
        </Button>
      </ResultMessage>
    );
  }
  const password = form.watch('password') ?? '';
  return (
    <ResultMessage title={t('Choose a new password')}>
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel={t('Saving...')} className="justify-self-start">
            {t('Save new password')}
          </SubmitButton>
        }
      >
        <PasswordField
          form={form}
          name="password"
          label={t('New password')}
          hint={t('At least 6 characters; {min} if you help run the site.', { min: MIN_STAFF_PASSWORD_LENGTH })}
          autoComplete="new-password"
        >
          <StrengthMeter password={password} owner={{ token }} />
        </PasswordField>
      </Form>
    </ResultMessage>
  );
}
