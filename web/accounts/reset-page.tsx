import { t } from '#contract/i18n/t.ts';
import '../app/private.css';
import { useState } from 'react';
import { EmailLinkLayout } from '../session/email-link-layout.tsx';
import { useLinkToken } from '../session/link-token.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';

export { ResetPage as Component };

/** `/auth/reset`: requests a reset link by email or, with the `token` of the link, sets the new password. */
function ResetPage() {
  const token = useLinkToken();
  const [isRequesting, setRequesting] = useState(!token);
  return (
    <EmailLinkLayout
      title={isRequesting ? t('Reset Your Password') : t('Choose a New Password')}
      description={t('Get a link by email to reset your password.')}
      path="/auth/reset"
    >
      {isRequesting ? (
        <ResetRequestForm />
      ) : (
        <NewPasswordForm token={token ?? ''} onRequestNewLink={() => setRequesting(true)} />
      )}
    </EmailLinkLayout>
  );
}
