import { useState } from 'react';
import { passwordResetRequestSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { EmailLinkForm } from './email-link-form.tsx';

/** Requests a reset link. The confirmation is the same for unknown addresses, so that it reveals no accounts. */
export function ResetRequestForm() {
  const [sentTo, setSentTo] = useState<string>();
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
      <EmailLinkForm schema={passwordResetRequestSchema} path="/api/password-resets" onSent={setSentTo}>
        <a href="/auth" className="link inline-flex min-h-11 items-center">
          {t('Back to sign in')}
        </a>
      </EmailLinkForm>
    </ResultMessage>
  );
}
