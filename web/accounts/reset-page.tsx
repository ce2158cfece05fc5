import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useState } from 'react';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { useLinkToken } from '#web/base/session/link-token.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';

export { ResetPage as Component };

/** `/auth/reset`: requests a reset link by email or, with the `token` of the link, sets the new password. */
function ResetPage() {
  const hasToken = Boolean(useLinkToken());
  const [isRequesting, setRequesting] = useState(false);
  return (
    <LinkTokenLayout
      title={hasToken && !isRequesting ? t('Choose a New Password') : t('Reset Your Password')}
      description={t('Get a link by email to reset your password.')}
      path="/auth/reset"
      withoutToken={<ResetRequestForm />}
    >
      {(token) =>
        isRequesting ? (
          <ResetRequestForm />
        ) : (
          <NewPasswordForm token={token} onRequestNewLink={() => setRequesting(true)} />
        )
      }
    </LinkTokenLayout>
  );
}
