import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useState } from 'react';
import type { StoppedRenewal } from '#contract/plans/auto-renewal.ts';
import { send } from '#web/base/api/api.ts';
import { AccountLink, InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { getTokenError } from '#web/base/session/link-token.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

export { StopRenewalPage as Component };

const INVALID_LINK_HINT = t('Your account shows under Payments which plans renew.');

/** `/stop-renewal`: stops the renewal of a plan by the `token` of the email's link. Needs a click, because mail scanners open links. */
function StopRenewalPage() {
  return (
    <LinkTokenLayout
      title={t('Stop the renewal')}
      description={t('Stop the automatic renewal of your plan with one click.')}
      path="/stop-renewal"
      withoutToken={<InvalidLink hint={INVALID_LINK_HINT} accountSection="payments" />}
    >
      {(token) => <StopForm token={token} />}
    </LinkTokenLayout>
  );
}

function StopForm({ token }: { token: string }) {
  const { runMutation, busy } = useRunMutation();
  const [stopped, setStopped] = useState<StoppedRenewal>();
  const [reason, setReason] = useState<string>();

  const stop = async () => {
    const failure = await runMutation(t('Couldn’t stop the renewal'), async () =>
      setStopped(await send<StoppedRenewal>('POST', '/api/auto-renewals/stop', { token })),
    );
    if (failure) setReason(getTokenError(failure));
  };

  if (reason) return <InvalidLink reason={reason} hint={INVALID_LINK_HINT} accountSection="payments" />;
  if (stopped) {
    return (
      <ResultMessage title={t('Renewal stopped')} icon={<Icon name="circle-check" />}>
        <p>
          <bdi className="typed font-semibold">{stopped.title}</bdi>
        </p>
        <p>{stopped.message}</p>
        <AccountLink section="payments" />
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title={t('Stop the renewal?')}>
      <p className="text-muted">{t('We won’t charge your card again. Your plan stays as it is until it ends.')}</p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={stop}>
          {busy ? t('Stopping...') : t('Stop the renewal')}
        </Button>
        <AccountLink section="payments" />
      </div>
    </ResultMessage>
  );
}
