import { useState } from 'react';
import type { RedeemedClaim } from '#contract/claims.ts';
import { send } from '../app/api.ts';
import { getTokenError, useRunMutation } from '../app/run-mutation.ts';
import { EmailLinkLayout, InvalidLink, ResultMessage } from '../session/email-link-layout.tsx';
import { useLinkToken } from '../session/link-token.ts';
import { useUser } from '../session/user.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

export { ClaimPage as Component };

const INVALID_LINK_HINT = 'A link works once, and for who claimed the listing. You can claim it again on its page.';

/**
 * `/account/claim`: transfers a listing to its claimant by the `token` of a mailed link. It requires a click, because mail
 * scanners open links, and the claimant's session, because the email goes to an address of the business.
 */
function ClaimPage() {
  const token = useLinkToken();
  return (
    <EmailLinkLayout
      title="Claim Your Listing"
      description="Prove that a business is yours, and take its listing over."
      path="/account/claim"
    >
      {token ? <Redemption token={token} /> : <InvalidLink hint={INVALID_LINK_HINT} />}
    </EmailLinkLayout>
  );
}

function Redemption({ token }: { token: string }) {
  const { user, error } = useUser();
  const { runMutation, busy } = useRunMutation();
  const [listingId, setListingId] = useState<number>();
  const [reason, setReason] = useState<string>();

  const redeem = async () => {
    const failure = await runMutation('Not claimed', async () =>
      setListingId((await send<RedeemedClaim>('POST', '/api/claims/redeem', { token })).listingId),
    );
    if (failure && failure.status !== 401) setReason(getTokenError(failure));
  };

  if (reason) return <InvalidLink reason={reason} hint={INVALID_LINK_HINT} />;
  if (listingId) {
    return (
      <ResultMessage title="The listing is yours" icon={<Icon name="circle-check" />}>
        <p>You can now edit what it says, add hours and pictures, and see how often it is visited.</p>
        <p className="flex flex-wrap gap-3">
          <a href="/account" className={buttonClass()}>
            Go to your account
          </a>
          <a href={`/ads/${listingId}`} className={buttonClass({ variant: 'secondary' })}>
            See the listing
          </a>
        </p>
      </ResultMessage>
    );
  }
  if (user === null) {
    return (
      <ResultMessage title="Claim your listing">
        <p className="text-muted">Sign in with the account that claimed the listing. It takes one more click then.</p>
        <a
          href={`/auth?next=${encodeURIComponent(`/account/claim?token=${token}`)}`}
          className={`${buttonClass()} justify-self-start`}
        >
          Sign In
        </a>
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title="Claim your listing">
      <p className="text-muted">
        One click, and the listing belongs to {user ? <bdi className="wrap-anywhere">{user.username}</bdi> : 'you'}.
      </p>
      <Button busy={busy} disabled={!user && !error} onClick={redeem} className="justify-self-start">
        <Icon name="store" />
        {busy ? 'Claiming...' : 'Claim the listing'}
      </Button>
    </ResultMessage>
  );
}
