import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useState } from 'react';
import { send } from '#web/base/api/api.ts';
import { AccountLink, InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { getTokenError } from '#web/base/session/link-token.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

export { StillRightPage as Component };

const INVALID_LINK_HINT = t('You can also edit your listings in your account.');

/** `/still-right`: confirms an owner's listings by the `token` of the email's link. Needs a click, because mail scanners open links. */
function StillRightPage() {
  return (
    <LinkTokenLayout
      title={t('Are your listings still right?')}
      description={t('Confirm your listings with one click.')}
      path="/still-right"
      withoutToken={<InvalidLink hint={INVALID_LINK_HINT} accountSection="listings" />}
    >
      {(token) => <ConfirmForm token={token} />}
    </LinkTokenLayout>
  );
}

function ConfirmForm({ token }: { token: string }) {
  const { runMutation, busy } = useRunMutation();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [reason, setReason] = useState<string>();

  const confirm = async () => {
    const failure = await runMutation(t('Couldn’t confirm your listings'), () =>
      send('POST', '/api/confirm-listings', { token }),
    );
    if (failure) setReason(getTokenError(failure));
    else setIsConfirmed(true);
  };

  if (reason) return <InvalidLink reason={reason} hint={INVALID_LINK_HINT} accountSection="listings" />;
  if (isConfirmed) {
    return (
      <ResultMessage title={t('Thanks for checking')} icon={<Icon name="circle-check" />}>
        <p>{t('Your listings now say that you confirmed them today.')}</p>
        <AccountLink section="listings" />
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title={t('Are your listings still right?')}>
      <p className="text-muted">
        {t(
          'If the hours, phone numbers and addresses in the email are right, confirm them. If something changed, edit the listing instead.',
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={confirm}>
          {busy ? t('Confirming...') : t('Everything is right')}
        </Button>
        <AccountLink section="listings" />
      </div>
    </ResultMessage>
  );
}
