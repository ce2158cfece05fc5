import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '#web/base/api/api.ts';
import { AccountLink, InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { getTokenError } from '#web/base/session/link-token.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

export { ConfirmPage as Component };

const INVALID_LINK_HINT = t('Each link works once. You can request a new one in your account.');

/** Confirms an email address by the `token` of an emailed link. Needs a click, because mail scanners open links. */
function ConfirmPage() {
  return (
    <LinkTokenLayout
      title={t('Confirm Your Email')}
      description={t('Confirm your account’s email address.')}
      path="/auth/confirm"
      withoutToken={<InvalidLink hint={INVALID_LINK_HINT} />}
    >
      {(token) => <Confirmation token={token} />}
    </LinkTokenLayout>
  );
}

function Confirmation({ token }: { token: string }) {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const [confirmed, setConfirmed] = useState(false);
  const [reason, setReason] = useState<string>();

  const confirm = async () => {
    const failure = await runMutation(t('Not confirmed'), () => send('POST', '/api/email-confirmations', { token }));
    if (failure) return setReason(getTokenError(failure));
    setConfirmed(true);
    void invalidateUser(client);
  };

  if (reason) return <InvalidLink reason={reason} hint={INVALID_LINK_HINT} />;
  if (confirmed) {
    return (
      <ResultMessage title={t('Your email is confirmed')} icon={<Icon name="circle-check" />}>
        <p>{t('We’ll send account emails to this address.')}</p>
        <AccountLink />
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title={t('Confirm your email')}>
      <p className="text-muted">{t('Confirm that our emails reach you.')}</p>
      <Button busy={busy} onClick={confirm} className="justify-self-start">
        <Icon name="mail-check" />
        {busy ? t('Confirming...') : t('Confirm email')}
      </Button>
    </ResultMessage>
  );
}
