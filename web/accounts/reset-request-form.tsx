import { useState } from 'react';
import type { z } from 'zod';
import { passwordResetRequestSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** Requests a reset link. The confirmation is the same for unknown addresses, so that it reveals no accounts. */
export function ResetRequestForm() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useSchemaForm<z.infer<typeof passwordResetRequestSchema>>({
    schema: passwordResetRequestSchema,
    onSubmit: (request) =>
      runMutation(t('Couldn’t send email'), async () => {
        await send('POST', '/api/password-resets', request);
        setSentTo(request.email);
      }),
  });
  if (sentTo) {
    return (
      <ResultMessage title={t('Check your email')} icon={<Icon name="mail-check" />}>
        <p>
          {rich(
            'If there’s an account for <strong>{email}</strong>, we’ve sent it a link to reset the password. The link works once, for 30 minutes.',
            { strong: (text) => <strong className="wrap-anywhere font-semibold">{text}</strong>, email: sentTo },
          )}
        </p>
        <p className="text-muted">
          {rich(
            '<strong>I didn’t get it.</strong> Check your spam folder, and make sure this is your account’s email address.',
            { strong: (text) => <strong className="font-semibold">{text}</strong> },
          )}
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button variant="secondary" onClick={() => setSentTo(undefined)}>
            {t('Use another email')}
          </Button>
          <a href="/auth" className="link inline-flex min-h-11 items-center">
            {t('Back to sign in')}
          </a>
        </div>
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title={t('Forgot your password?')}>
      <p className="text-muted">
        {t('Enter your account’s email address, and we’ll send you a link to reset your password.')}
      </p>
      <Form
        form={form}
        actions={
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <SubmitButton form={form} busyLabel={t('Sending...')}>
              {t('Send link')}
            </SubmitButton>
            <a href="/auth" className="link inline-flex min-h-11 items-center">
              {t('Back to sign in')}
            </a>
          </div>
        }
      >
        <FormInput form={form} name="email" label={t('Email')} type="email" autoComplete="email" />
      </Form>
    </ResultMessage>
  );
}
