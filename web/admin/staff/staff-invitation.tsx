import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ROLE_LABELS } from '#contract/admin/roles.ts';
import type { FoundInvitation } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { useSignOut } from '#web/base/session/use-sign-out.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { ROLE_SUMMARIES } from './roles.ts';

const AcceptanceForm = lazy(() => import('./acceptance-form.tsx'));
const InvitedRegistration = lazy(() => import('./invited-registration.tsx'));

/** How long the link of an invitation works. */
export const INVALID_LINK_HINT = t('Each link works once, for some days. Whoever invited you can send you a new one.');

/** The label while an invitation is loaded. */
export const OPENING = t('Opening the invitation…');

/** An invitation to the staff: what it is for, and the form to accept it. */
export function StaffInvitation({ token }: { token: string }) {
  const [isJoined, setJoined] = useState(false);
  const { data, error, refetch } = useQuery<FoundInvitation, ApiError>({
    // Not an API path: the token is in the body, where no log has it.
    queryKey: ['staff invitation', token],
    queryFn: () => send('POST', '/api/staff-invitations/find', { token }),
    // Accepting ends the invitation, of which the page goes on to speak.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isJoined) return <Welcome />;
  if (data) return <Offer token={token} invitation={data} onJoined={() => setJoined(true)} />;
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
  return <Spinner label={OPENING} className="min-h-60" />;
}

function Offer({
  token,
  invitation: { email, role, invitedBy, expiresAt, hasAccount },
  onJoined,
}: {
  token: string;
  invitation: FoundInvitation;
  onJoined: () => void;
}) {
  const site = useSite();
  const { user } = useUser();
  // The token stays in the tab.
  const signIn = `/auth?next=${encodeURIComponent('/join')}`;
  return (
    <ResultMessage title={t('Join the {site} team', { site: site.name })}>
      <p>
        {rich('<name>{username}</name> invites you to help run {site} as <strong>{role}</strong>.', {
          name: (text) => <bdi className="wrap-anywhere font-semibold">{text}</bdi>,
          username: invitedBy,
          site: site.name,
          strong: (text) => <strong className="font-semibold">{text}</strong>,
          role: ROLE_LABELS[role],
        })}
      </p>
      <dl className="grid gap-3 rounded-card border bg-paper p-4">
        <div>
          <dt className="text-muted text-sm">{t('You’ll look after')}</dt>
          <dd>{ROLE_SUMMARIES[role]}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{t('Invited address')}</dt>
          <dd className="wrap-anywhere">{email}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{t('Works until')}</dt>
          <dd>
            <LongDate at={expiresAt} />
          </dd>
        </div>
      </dl>
      <p className="flex gap-3 text-muted">
        <Icon name="shield-check" className="mt-1 size-5 shrink-0" />
        {t('Everyone on the team confirms each sign-in with a second step. You’ll set it up right after this.')}
      </p>
      <Suspense fallback={<Spinner label={t('Loading…')} className="min-h-40" />}>
        {user && user.email?.toLowerCase() !== email.toLowerCase() ? (
          <OtherAccount username={user.username} />
        ) : user ? (
          <AcceptanceForm token={token} username={user.username} onJoined={onJoined} />
        ) : hasAccount ? (
          <div className="grid justify-items-start gap-3">
            <p>{t('Your account already uses this address. Sign in, and you’ll come back here.')}</p>
            <a href={signIn} className={buttonClass()}>
              {t('Sign In')}
            </a>
          </div>
        ) : (
          <InvitedRegistration token={token} email={email} onJoined={onJoined} />
        )}
      </Suspense>
    </ResultMessage>
  );
}

function OtherAccount({ username }: { username: string }) {
  const { signOut, busy } = useSignOut();
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        {rich('You’re signed in as <name>{username}</name>, whose email is another one.', {
          name: (text) => <bdi className="wrap-anywhere font-semibold">{text}</bdi>,
          username,
        })}
      </p>
      <Button variant="secondary" busy={busy} onClick={signOut}>
        {busy ? t('Signing out...') : t('Sign out')}
      </Button>
    </div>
  );
}

function Welcome() {
  return (
    <ResultMessage title={t('You’re on the team')} icon={<Icon name="circle-check" />}>
      <p>{t('The dashboard tells you if anything is still missing.')}</p>
      <a href="/admin" className={`${buttonClass()} justify-self-start`}>
        {t('Continue')}
      </a>
    </ResultMessage>
  );
}
