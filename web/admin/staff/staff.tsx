import { type ReactNode, useState } from 'react';
import type { StaffInvitation, StaffMember } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { ChangeDialog, type ReasonedChange } from './change-dialog.tsx';
import { InvitationsTable } from './invitations-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersTable } from './members-table.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';
import { useChangeStaff, useStaff } from './staff-queries.ts';

type OpenDialog =
  | { kind: 'invite' }
  | { kind: 'role' | 'sessions'; member: StaffMember }
  | { kind: 'reason'; change: ReasonedChange };

/** Who administers the site: their roles, sessions and invitations. */
export function Staff() {
  const { data, error, refetch } = useStaff();
  const { user } = useUser();
  const changeStaff = useChangeStaff();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [resending, setResending] = useState<number | null>(null);
  const onClose = () => setDialog(null);
  const askWhy = (change: ReasonedChange) => setDialog({ kind: 'reason', change });

  const resend = async ({ id, email }: StaffInvitation) => {
    setResending(id);
    const failure = await changeStaff(`invitations/${id}/resend`, {}, t('Invitation sent again to {email}', { email }));
    if (failure) toast({ title: t('Not sent'), description: failure.message, tone: 'danger' });
    setResending(null);
  };

  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the staff')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  if (!data)
    return (
      <SkeletonGroup label={t('Loading the staff…')} className="grid gap-3">
        <Skeleton className="h-11 w-40" />
        <Skeleton className="h-60" />
      </SkeletonGroup>
    );
  return (
    <div className="grid gap-8">
      <section className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="max-w-measure text-muted">
            {t('Everyone here can open the dashboard, and sees what their role includes.')}
          </p>
          <Button onClick={() => setDialog({ kind: 'invite' })}>
            <Icon name="plus" />
            {t('Invite')}
          </Button>
        </div>
        <MembersTable
          members={data.members}
          ownId={user?.id}
          onSessions={(member) => setDialog({ kind: 'sessions', member })}
          onRole={(member) => setDialog({ kind: 'role', member })}
          onRemove={(member) => askWhy(toRemoval(member))}
        />
      </section>
      <section>
        <h3 className="mb-3 text-lg">{t('Invitations')}</h3>
        {data.invitations.length === 0 ? (
          <p className="text-muted">{t('No open invitations.')}</p>
        ) : (
          <InvitationsTable
            invitations={data.invitations}
            resending={resending}
            onResend={resend}
            onWithdraw={(invitation) => askWhy(toWithdrawal(invitation))}
          />
        )}
      </section>
      {dialog?.kind === 'invite' && <InviteDialog changeStaff={changeStaff} onClose={onClose} />}
      {dialog?.kind === 'role' && <RoleDialog member={dialog.member} changeStaff={changeStaff} onClose={onClose} />}
      {dialog?.kind === 'sessions' && (
        <SessionsDialog member={dialog.member} changeStaff={changeStaff} onClose={onClose} />
      )}
      {dialog?.kind === 'reason' && <ChangeDialog change={dialog.change} changeStaff={changeStaff} onClose={onClose} />}
    </div>
  );
}

const strong = (text: ReactNode) => <strong>{text}</strong>;

const toRemoval = ({ accountId, username }: StaffMember): ReasonedChange => ({
  title: t('Remove from the team?'),
  description: rich(
    '<strong>{username}</strong> can’t open the dashboard anymore, and is told by email. Their account and listings stay, and their open invitations are withdrawn.',
    { strong, username },
  ),
  confirmLabel: t('Remove'),
  busyLabel: t('Removing...'),
  path: `${accountId}/remove`,
  done: t('Removed from the team'),
});

const toWithdrawal = ({ id, email }: StaffInvitation): ReasonedChange => ({
  title: t('Withdraw this invitation?'),
  description: rich('The link we emailed to <strong>{email}</strong> stops working right away.', { strong, email }),
  confirmLabel: t('Withdraw'),
  busyLabel: t('Withdrawing...'),
  path: `invitations/${id}/withdraw`,
  done: t('Invitation withdrawn'),
});
