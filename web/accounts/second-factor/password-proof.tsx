import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { PasswordField } from '#web/accounts/password-field.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import type { SendEvidence } from './evidence.ts';

const passwordSchema = z.object({
  password: z.string().min(1, t('Enter your password')).max(200, t('Password must be at most 200 characters')),
});

/** A proof by the password. */
export function PasswordProof({ send }: { send: SendEvidence }) {
  const form = useSchemaForm<{ password: string }>({
    schema: passwordSchema,
    defaultValues: { password: '' },
    onSubmit: ({ password }) => send({ kind: 'password', password }),
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} busyLabel={t('Checking...')} className="justify-self-start">
          {t('Continue')}
        </SubmitButton>
      }
    >
      <PasswordField form={form} name="password" label={t('Password')} autoComplete="current-password" />
    </Form>
  );
}
