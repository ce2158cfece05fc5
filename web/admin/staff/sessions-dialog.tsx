import { type ReactNode, useState } from 'react';
import type { StaffMember, StaffSession } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { ChangeDialog, type ReasonedChange } from './change-dialog.tsx';
import { type ChangeStaff, useStaffSessions } from './staff-queries.ts';

/** The open sessions of a member, each with a button to end it. */
export function SessionsDialog({
  member: { accountId, username },
  changeStaff,
  onClose,
}: {
  member: StaffMember;
  changeStaff: ChangeStaff;
  onClose: () => void;
}) {
  const { data, error, refetch } = useStaffSessions(accountId);
  const [ending, setEnding] = useState<ReasonedChange | null>(null);
  const others = data?.items.filter(({ current }) => !current) ?? [];
  const endAll: ReasonedChange = {
    title: t('Sign out everywhere?'),
    description: rich(
      '{count, plural, one {<strong>{username}</strong> is signed out on # device right away, and can sign in again.} other {<strong>{username}</strong> is signed out on # devices right away, and can sign in again.}}',
      { count: others.length, strong, username },
    ),
    confirmLabel: t('Sign out'),
    busyLabel: t('Signing out...'),
    path: `${accountId}/sessions/end`,
    done: t('Signed out everywhere'),
  };
  const endOne = ({ id, device }: StaffSession): ReasonedChange => ({
    ...endAll,
    title: t('Sign out this device?'),
    description: rich('<strong>{username}</strong> is signed out on {device} right away, and can sign in again.', {
      strong,
      username,
      device,
    }),
    path: `${accountId}/sessions/${id}/end`,
    done: t('{device} is signed out', { device }),
  });
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t('Where {username} is signed in', { username })}
        actions={
          others.length > 1 && (
            <Button variant="danger" onClick={() => setEnding(endAll)}>
              {t('Sign out everywhere')}
            </Button>
          )
        }
      >
        {data ? (
          data.items.length === 0 ? (
            <p className="text-muted">
              {t('Nowhere right now. Staff are signed out after 30 minutes without a click.')}
            </p>
          ) : (
            <ul className="divide-y">
              {data.items.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => setEnding(endOne(session))} />
              ))}
            </ul>
          )
        ) : error ? (
          <div className="grid justify-items-start gap-3">
            <p>{error.message || t('We couldn’t load the sessions.')}</p>
            <Button variant="secondary" size="sm" onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          </div>
        ) : (
          <SkeletonGroup label={t('Loading sessions…')} className="grid gap-3">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </SkeletonGroup>
        )}
      </Dialog>
      {ending && <ChangeDialog change={ending} changeStaff={changeStaff} onClose={() => setEnding(null)} />}
    </>
  );
}

function SessionRow({ session, onEnd }: { session: StaffSession; onEnd: () => void }) {
  const { device, network, current, createdAt, lastSeenAt } = session;
  const icon = /iPhone|iPad|iOS|Android/.test(device) ? 'smartphone' : 'laptop';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3 sm:flex-nowrap first:pt-0 last:pb-0">
      <div className="flex min-w-0 grow basis-60 gap-3">
        <Icon name={icon} className="mt-1 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 font-semibold">
            {device}
            {current && <Badge tone="success">{t('This device')}</Badge>}
          </p>
          <p className="wrap-anywhere text-muted text-sm">
            {network
              ? rich('Network {network}, last used {used}, since {since}', {
                  network,
                  used: <DateTime at={lastSeenAt} />,
                  since: <DateTime at={createdAt} />,
                })
              : rich('Unknown network, last used {used}, since {since}', {
                  used: <DateTime at={lastSeenAt} />,
                  since: <DateTime at={createdAt} />,
                })}
          </p>
        </div>
      </div>
      {!current && (
        <Button variant="ghost" size="sm" onClick={onEnd} aria-label={t('Sign out {device}', { device })}>
          {t('Sign out')}
        </Button>
      )}
    </li>
  );
}

const strong = (text: ReactNode) => <strong>{text}</strong>;
