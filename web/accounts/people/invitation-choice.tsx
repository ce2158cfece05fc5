import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { AcceptedInvitation, FoundListingInvitation } from '#contract/ownership/invitations.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useSignOut } from '#web/base/session/use-sign-out.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** An invitation by the token of its link; `onAnswered` is called when the user accepted or declined it. */
export interface OfferProps {
  token: string;
  invitation: FoundListingInvitation;
  onAnswered: (answer: AcceptedInvitation | 'declined') => void;
}

/** Accepting needs the invited account; declining only the link. */
export function InvitationChoice({ token, invitation: { email }, onAnswered }: OfferProps) {
  const client = useQueryClient();
  const { user } = useUser();
  const { signOut, busy: isSigningOut } = useSignOut();
  const { runMutation, busy } = useRunMutation();
  // The token stays in the tab.
  const next = encodeURIComponent('/join?of=business');
  const accept = () =>
    runMutation(t('Couldn’t accept'), async () => {
      onAnswered(await send<AcceptedInvitation>('POST', '/api/invitations/accept', { token }));
      // The address is confirmed, and there are other listings.
      void client.invalidateQueries();
    });
  const decline = () =>
    runMutation(t('Couldn’t decline'), async () => {
      await send('POST', '/api/invitations/decline', { token });
      onAnswered('declined');
    });
  const isOther = user && email !== null && user.email?.toLowerCase() !== email.toLowerCase();
  return (
    <>
      {isOther && (
        <p>
          {rich('You’re signed in as <name>{username}</name>, whose email is another one.', {
            name: (text) => <bdi className="wrap-anywhere font-semibold">{text}</bdi>,
            username: user.username,
          })}
        </p>
      )}
      {user === null && (
        <p>
          {email
            ? t('Sign in to accept, or create an account with the invited address. You’ll come back here.')
            : t('Sign in to accept. You’ll come back here.')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isOther ? (
          <Button variant="secondary" busy={isSigningOut} onClick={signOut}>
            {isSigningOut ? t('Signing out...') : t('Sign out')}
          </Button>
        ) : user ? (
          <Button busy={busy} onClick={accept}>
            {!busy && <Icon name="circle-check" />}
            {t('Accept as {username}', { username: user.username })}
          </Button>
        ) : (
          user === null && (
            <>
              <a href={`/auth?next=${next}`} className={buttonClass()}>
                {t('Sign In')}
              </a>
              {email && (
                <a href={`/auth?register=true&next=${next}`} className={buttonClass({ variant: 'secondary' })}>
                  {t('Create Account')}
                </a>
              )}
            </>
          )
        )}
        <Button variant="ghost" disabled={busy} onClick={decline}>
          {t('Decline')}
        </Button>
      </div>
    </>
  );
}
