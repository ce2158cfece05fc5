import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { send } from '#web/base/api/api.ts';
import { AccountLink, InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { getTokenError } from '#web/base/session/link-token.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

export { ConfirmPage as Component };

const INVALID_LINK_HINT = t('Each link works once. You can request a new one in your account.');

/**
 * Confirms an email address by the `token` of an emailed link. Needs a click, because mail scanners open links, and the session of the
 * account, whose claim of the listing `claim` goes on then.
 */
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

/** The id of a listing; null for anything else in the address. */
const toListingId = (value: string | null) => (value !== null && /^[1-9]\d{0,14}$/.test(value) ? value : null);

function Confirmation({ token }: { token: string }) {
  const client = useQueryClient();
  const { user, error } = useUser();
  const claim = toListingId(useSearchParams()[0].get('claim'));
  const { runMutation, busy } = useRunMutation();
  const [confirmed, setConfirmed] = useState(false);
  const [reason, setReason] = useState<string>();

  const confirm = async () => {
    const failure = await runMutation(t('Not confirmed'), () => send('POST', '/api/email-confirmations', { token }));
    if (failure) return failure.status === 401 ? undefined : setReason(getTokenError(failure));
    setConfirmed(true);
    void invalidateUser(client);
  };

  if (reason) return <InvalidLink reason={reason} hint={INVALID_LINK_HINT} />;
  if (confirmed) {
    return (
      <ResultMessage title={t('Your email is confirmed')} icon={<Icon name="circle-check" />}>
        <p>{t('We’ll send account emails to this address.')}</p>
        {claim ? (
          <a href={`/ads/${claim}?claim=1`} className={`${buttonClass()} justify-self-start`}>
            {t('Continue your claim')}
          </a>
        ) : (
          <AccountLink />
        )}
      </ResultMessage>
    );
  }
  if (user === null) {
    const here = claim ? `/auth/confirm?claim=${claim}` : '/auth/confirm';
    return (
      <ResultMessage title={t('Confirm your email')}>
        <p className="text-muted">{t('Sign in to the account with this email. Then it takes one more click.')}</p>
        {/* The token stays in the tab. */}
        <a href={`/auth?next=${encodeURIComponent(here)}`} className={`${buttonClass()} justify-self-start`}>
          {t('Sign In')}
        </a>
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title={t('Confirm your email')}>
      <p className="text-muted">{t('Confirm that our emails reach you.')}</p>
      <Button busy={busy} disabled={!user && !error} onClick={confirm} className="justify-self-start">
        <Icon name="mail-check" />
        {busy ? t('Confirming...') : t('Confirm email')}
      </Button>
    </ResultMessage>
  );
}
