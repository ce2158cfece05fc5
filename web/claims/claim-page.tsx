import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { RedeemedClaim } from '#contract/ownership/claims.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { getTokenError } from '#web/base/session/link-token.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

export { ClaimPage as Component };

const INVALID_LINK_HINT = t(
  'Each link works once, and only for the account that made the claim. You can claim the listing again on its page.',
);

/**
 * `/account/claim`: transfers a listing to its claimant by the `token` of a mailed link. It requires a click, because mail
 * scanners open links, and the claimant's session, because the email goes to an address of the business.
 */
function ClaimPage() {
  return (
    <LinkTokenLayout
      title={t('Claim Your Listing')}
      description={t('Verify that a business is yours and take over its listing.')}
      path="/account/claim"
      withoutToken={<InvalidLink hint={INVALID_LINK_HINT} />}
    >
      {(token) => <Redemption token={token} />}
    </LinkTokenLayout>
  );
}

function Redemption({ token }: { token: string }) {
  const { user, error } = useUser();
  const { runMutation, busy } = useRunMutation();
  const [listingId, setListingId] = useState<number>();
  const [reason, setReason] = useState<string>();

  const redeem = async () => {
    const failure = await runMutation(t('Couldn’t claim'), async () =>
      setListingId((await send<RedeemedClaim>('POST', '/api/claims/redeem', { token })).listingId),
    );
    if (failure && failure.status !== 401) setReason(getTokenError(failure));
  };

  if (reason) return <InvalidLink reason={reason} hint={INVALID_LINK_HINT} />;
  if (listingId) {
    return (
      <ResultMessage title={t('The listing is yours')} icon={<Icon name="circle-check" />}>
        <p>{t('You can now edit it, add hours and photos, and see how often it’s viewed.')}</p>
        <p className="flex flex-wrap gap-3">
          <a href="/account" className={buttonClass()}>
            {t('Go to your account')}
          </a>
          <a href={`/ads/${listingId}`} className={buttonClass({ variant: 'secondary' })}>
            {t('View listing')}
          </a>
        </p>
      </ResultMessage>
    );
  }
  if (user === null) {
    return (
      <ResultMessage title={t('Claim your listing')}>
        <p className="text-muted">
          {t('Sign in with the account that claimed the listing. Then it takes one more click.')}
        </p>
        <a
          // The token stays in the tab.
          href={`/auth?next=${encodeURIComponent('/account/claim')}`}
          className={`${buttonClass()} justify-self-start`}
        >
          {t('Sign In')}
        </a>
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title={t('Claim your listing')}>
      <p className="text-muted">
        {user
          ? rich('One click, and the listing belongs to {username}.', {
              username: <bdi className="wrap-anywhere">{user.username}</bdi>,
            })
          : t('One click, and the listing belongs to you.')}
      </p>
      <Button busy={busy} disabled={!user && !error} onClick={redeem} className="justify-self-start">
        <Icon name="store" />
        {busy ? t('Claiming...') : t('Claim this listing')}
      </Button>
    </ResultMessage>
  );
}
