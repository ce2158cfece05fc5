import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AcceptedInvitation, FoundListingInvitation } from '#contract/ownership/invitations.ts';
import { type ApiError, send } from '../../app/api.ts';
import { useRunMutation } from '../../app/use-run-mutation.ts';
import { rich } from '../../i18n/rich.ts';
import { useSite } from '../../layout/site.tsx';
import { InvalidLink, ResultMessage } from '../../session/email-link-layout.tsx';
import { useSignOut } from '../../session/use-sign-out.ts';
import { useUser } from '../../session/user.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LongDate } from '../../ui/time.tsx';
import { ROLE_SUMMARIES } from './roles.ts';

const INVALID_LINK_HINT = t('Each link works once, for 14 days. Whoever invited you can send you a new one.');

/** An invitation to own listings or to help with them: what it is for, and the choice to accept or decline it. */
export default function BusinessInvitation({ token }: { token: string }) {
  const [answer, setAnswer] = useState<AcceptedInvitation | 'declined'>();
  const { data, error, refetch } = useQuery<FoundListingInvitation, ApiError>({
    // Not an API path: the token is in the body, where no log has it.
    queryKey: ['invitation', token],
    queryFn: () => send('POST', '/api/invitations/find', { token }),
    // Answering ends the invitation, of which the page goes on to speak.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (answer === 'declined') return <Declined />;
  if (answer && data) return <Accepted answer={answer} invitation={data} />;
  if (data) return <Offer token={token} invitation={data} onAnswered={setAnswer} />;
  if (error?.status === 400) return <InvalidLink reason={error.message} hint={INVALID_LINK_HINT} />;
  if (error)
    return (
      <ResultMessage title={t('We couldn’t open the invitation')}>
        <p>{error.message}</p>
        <Button onClick={() => void refetch()} className="justify-self-start">
          {t('Try again')}
        </Button>
      </ResultMessage>
    );
  return <Spinner label={t('Opening the invitation…')} className="min-h-60" />;
}

interface OfferProps {
  token: string;
  invitation: FoundListingInvitation;
  onAnswered: (answer: AcceptedInvitation | 'declined') => void;
}

function Offer({ token, invitation, onAnswered }: OfferProps) {
  const { role, business, email, expiresAt } = invitation;
  const site = useSite();
  const name = <bdi className="wrap-anywhere font-semibold">{business}</bdi>;
  return (
    <ResultMessage
      title={role === 'owner' ? t('Take over this listing') : t('Help a business on {site}', { site: site.name })}
    >
      {business === null ? (
        <p>
          {t('{site} lists this business, and would like to hand the listing over to its owner. It’s free.', {
            site: site.name,
          })}
        </p>
      ) : role === 'owner' ? (
        <p>{rich('{name} wants to hand over what’s below to you.', { name })}</p>
      ) : (
        <p>
          {rich('{name} invites you as <strong>{role, select, manager {manager} other {viewer}}</strong>.', {
            name,
            strong: (text) => <strong className="font-semibold">{text}</strong>,
            role,
          })}
        </p>
      )}
      <dl className="grid gap-3 rounded-card border bg-paper p-4">
        <Listings {...invitation} />
        <div>
          <dt className="text-muted text-sm">{t('You’ll be able to')}</dt>
          <dd>{ROLE_SUMMARIES[role]}</dd>
        </div>
        {email && (
          <div>
            <dt className="text-muted text-sm">{t('Invited address')}</dt>
            <dd className="wrap-anywhere">{email}</dd>
          </div>
        )}
        <div>
          <dt className="text-muted text-sm">{t('Works until')}</dt>
          <dd>
            <LongDate at={expiresAt} />
          </dd>
        </div>
      </dl>
      <Choice token={token} invitation={invitation} onAnswered={onAnswered} />
    </ResultMessage>
  );
}

function Listings({ listings, total }: FoundListingInvitation) {
  return (
    <div>
      <dt className="text-muted text-sm">{total === 1 ? t('Listing') : t('Listings')}</dt>
      <dd>
        <ul className="grid gap-1">
          {listings.map(({ id, title, city }) => (
            <li key={id} className="typed">
              {rich('<strong>{title}</strong> <place>in {city}</place>', {
                strong: (text) => <span className="font-semibold">{text}</span>,
                title,
                place: (text) => <span className="text-muted">{text}</span>,
                city,
              })}
            </li>
          ))}
          {total > listings.length && (
            <li className="text-muted">{t('and {count} more', { count: total - listings.length })}</li>
          )}
          {total === 0 && <li className="text-muted">{t('None yet')}</li>}
        </ul>
      </dd>
    </div>
  );
}

/** Accepting needs the invited account; declining only the link. */
function Choice({ token, invitation: { email }, onAnswered }: OfferProps) {
  const client = useQueryClient();
  const { user } = useUser();
  const { signOut, busy: isSigningOut } = useSignOut();
  const { runMutation, busy } = useRunMutation();
  const next = encodeURIComponent(`/join?of=business&token=${token}`);
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

function Accepted({
  answer: { role, count, listingId },
  invitation,
}: {
  answer: AcceptedInvitation;
  invitation: FoundListingInvitation;
}) {
  if (role === 'owner')
    return (
      <ResultMessage
        title={t('{count, plural, one {The listing is yours} other {# listings are yours}}', { count })}
        icon={<Icon name="circle-check" />}
      >
        <p>
          {t(
            'You can now edit, pause and renew {count, plural, one {it} other {them}}, and see how often people look.',
            { count },
          )}
        </p>
        <p className="flex flex-wrap gap-3">
          <a href="/account#listings" className={buttonClass()}>
            {t('Go to your listings')}
          </a>
          {listingId !== null && (
            <a href={`/account/ads/${listingId}/edit`} className={buttonClass({ variant: 'secondary' })}>
              {t('Edit the listing')}
            </a>
          )}
        </p>
      </ResultMessage>
    );
  return (
    <ResultMessage title={t('You’re in')} icon={<Icon name="circle-check" />}>
      <p>
        {rich(
          'You now help <name>{business}</name> as {role, select, manager {manager} other {viewer}}. You’ll find the listings in your account, below your own.',
          {
            name: (text) => <bdi className="wrap-anywhere font-semibold">{text}</bdi>,
            business: invitation.business,
            role,
          },
        )}
      </p>
      <a href="/account#listings" className={`${buttonClass()} justify-self-start`}>
        {t('Go to your account')}
      </a>
    </ResultMessage>
  );
}

const Declined = () => (
  <ResultMessage title={t('You’ve declined')} icon={<Icon name="circle-check" />}>
    <p>{t('Nothing has changed, and whoever invited you knows. You can close this page.')}</p>
  </ResultMessage>
);
