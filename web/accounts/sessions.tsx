import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useSignOut } from '#web/base/session/use-sign-out.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { Panel } from './panel.tsx';

/** The API path of the user's sessions. */
export const SESSIONS_PATH = '/api/user/sessions';

const sessionsQuery = queryOptions<Page<Session>, ApiError>({ queryKey: [SESSIONS_PATH] });

/** The sessions of the user, with buttons to end one or all others. */
export function Sessions() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const others = data?.items.filter(({ current }) => !current) ?? [];
  return (
    <Panel
      title={t('Where you are signed in')}
      lead={t('If you don’t recognize a device, sign it out and change your password.')}
    >
      {!data && !error && (
        <SkeletonGroup label={t('Loading your sessions…')} className="grid gap-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </SkeletonGroup>
      )}
      {!data && error && (
        <div className="grid justify-items-start gap-3">
          <p>{t('We couldn’t load your sessions.')}</p>
          <Button variant="secondary" size="sm" onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {data && (
        <ul className="divide-y">
          {data.items.map((session) => (
            <li
              key={session.id}
              className="flex flex-wrap items-center justify-between gap-x-4 py-3 sm:flex-nowrap first:pt-0 last:pb-0"
            >
              <SessionDetails session={session} />
              {session.current ? <SignOutButton /> : <RevokeSessionButton session={session} />}
            </li>
          ))}
        </ul>
      )}
      {others.length > 1 && <RevokeOtherSessionsButton count={others.length} />}
    </Panel>
  );
}

function SessionDetails({ session: { device, current, createdAt, lastSeenAt } }: { session: Session }) {
  const icon = /iPhone|iPad|iOS|Android/.test(device) ? 'smartphone' : 'laptop';
  return (
    <div className="flex min-w-0 grow basis-60 gap-3">
      <Icon name={icon} className="mt-1 size-5 shrink-0 text-muted" />
      <div>
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {device}
          {current && <Badge tone="success">{t('This device')}</Badge>}
        </p>
        <p className="text-muted text-sm">
          {rich('Last seen {seen}, signed in {signedIn}', {
            seen: <DateTime at={lastSeenAt} />,
            signedIn: <DateTime at={createdAt} />,
          })}
        </p>
      </div>
    </div>
  );
}

function SignOutButton() {
  const { signOut, busy } = useSignOut();
  return (
    <Button variant="ghost" size="sm" busy={busy} onClick={signOut} aria-label={t('Sign out of this device')}>
      {busy ? t('Signing out...') : t('Sign out')}
    </Button>
  );
}

function RevokeSessionButton({ session: { id, device } }: { session: Session }) {
  const { busy, signOut } = useRevokeSessions(`${SESSIONS_PATH}/${id}`, t('{device} is signed out.', { device }));
  return (
    <Button variant="ghost" size="sm" busy={busy} onClick={signOut} aria-label={t('Sign out {device}', { device })}>
      {busy ? t('Signing out...') : t('Sign out')}
    </Button>
  );
}

function RevokeOtherSessionsButton({ count }: { count: number }) {
  const { busy, signOut } = useRevokeSessions(SESSIONS_PATH, t('You’re only signed in on this device.'));
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={signOut} className="mt-4">
      {busy
        ? t('Signing out...')
        : t('{count, plural, one {Sign out # other device} other {Sign out # other devices}}', { count })}
    </Button>
  );
}

function useRevokeSessions(path: string, successText: string) {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const signOut = () =>
    runMutation(t('Couldn’t sign out'), async () => {
      await send('DELETE', path);
      toast({ title: t('Signed out'), description: successText, tone: 'success' });
      await client.invalidateQueries({ queryKey: [SESSIONS_PATH] });
    });
  return { busy, signOut };
}
