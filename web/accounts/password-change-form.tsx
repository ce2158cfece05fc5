import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { passwordChangeSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

/**
 * Changes the password of the user.
 * @param minLength in characters; the API checks it
 */
export function PasswordChangeForm({ minLength = 6, onChanged }: { minLength?: number; onChanged: () => unknown }) {
  const client = useQueryClient();
  const { runMutation } = useRunMutation();
  const form = useSchemaForm<z.infer<typeof passwordChangeSchema>>({
    schema: passwordChangeSchema,
    onSubmit: (change) =>
      runMutation(t('Couldn’t change your password'), async () => {
        await send('POST', '/api/user/password', change);
        form.reset();
        toast({
          title: t('Password changed'),
          description: t('You’ve been signed out on all other devices.'),
          tone: 'success',
        });
        // A password change also discards an unconfirmed new email address.
        await Promise.all([onChanged(), invalidateUser(client)]);
      }),
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} busyLabel={t('Saving...')} className="justify-self-start">
          {t('Change password')}
        </SubmitButton>
      }
    >
      <PasswordField form={form} name="currentPassword" label={t('Current password')} autoComplete="current-password" />
      <PasswordField
        form={form}
        name="newPassword"
        label={t('New password')}
        hint={t('At least {count} characters.', { count: minLength })}
        autoComplete="new-password"
      >
        <StrengthMeter password={form.watch('newPassword') ?? ''} current={form.watch('currentPassword') ?? ''} />
      </PasswordField>
    </Form>
  );
}
