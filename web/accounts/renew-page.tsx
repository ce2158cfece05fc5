import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useState } from 'react';
import type { RenewedListing } from '#contract/mailings.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { AccountLink, InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { getTokenError } from '#web/base/session/link-token.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { LongDate } from '#web/base/ui/time.tsx';

export { RenewPage as Component };

const INVALID_LINK_HINT = t('You can also renew your listings in your account.');

/** `/renew`: renews a listing by the `token` of the email's link. Needs a click, because mail scanners open links. */
function RenewPage() {
  return (
    <LinkTokenLayout
      title={t('Renew your listing')}
      description={t('Keep your free listing up for another 30 days.')}
      path="/renew"
      withoutToken={<InvalidLink hint={INVALID_LINK_HINT} accountSection="listings" />}
    >
      {(token) => <RenewForm token={token} />}
    </LinkTokenLayout>
  );
}

function RenewForm({ token }: { token: string }) {
  const { runMutation, busy } = useRunMutation();
  const [renewed, setRenewed] = useState<RenewedListing>();
  const [keepUp, setKeepUp] = useState(false);
  const [reason, setReason] = useState<string>();

  const renew = async () => {
    const failure = await runMutation(t('Couldn’t renew your listing'), async () =>
      setRenewed(await send<RenewedListing>('POST', '/api/renewals', { token, keepUp })),
    );
    if (failure) setReason(getTokenError(failure) ?? failure.message);
  };

  if (reason) return <InvalidLink reason={reason} hint={INVALID_LINK_HINT} accountSection="listings" />;
  if (renewed) {
    return (
      <ResultMessage title={t('Renewed')} icon={<Icon name="circle-check" />}>
        <p>
          {rich('“{title}” is live until {until}.', {
            title: <bdi>{renewed.listing.title}</bdi>,
            until: <LongDate at={renewed.until} />,
          })}
        </p>
        <a href={`/ads/${renewed.listing.id}`} className="link inline-flex min-h-11 items-center justify-self-start">
          {t('See your listing')}
        </a>
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title={t('Renew your listing')}>
      <p className="text-muted">{t('It’s free, and keeps your listing up for 30 days from now.')}</p>
      <Switch
        label={t('Keep my free listings up')}
        hint={t('They renew for free while you use the site or the links in our emails. Otherwise we remind you.')}
        checked={keepUp}
        onChange={({ target }) => setKeepUp(target.checked)}
      />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={renew}>
          {busy ? t('Renewing...') : t('Renew')}
        </Button>
        <AccountLink section="listings" />
      </div>
    </ResultMessage>
  );
}
