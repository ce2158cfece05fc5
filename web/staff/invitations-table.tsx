import { ROLE_LABELS } from '#contract/admin/roles.ts';
import type { StaffInvitation } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { DateTime } from '../ui/time.tsx';

/** Invitations that were neither accepted nor withdrawn. */
export function InvitationsTable({
  invitations,
  resending,
  onResend,
  onWithdraw,
}: {
  invitations: StaffInvitation[];
  /** The number of the one that is being sent again. */
  resending: number | null;
  onResend: (invitation: StaffInvitation) => void;
  onWithdraw: (invitation: StaffInvitation) => void;
}) {
  return (
    <DataTable
      caption={t('Open invitations, newest first')}
      rows={invitations}
      rowKey={({ id }) => id}
      columns={[
        {
          heading: t('Email'),
          cell: ({ email, reason }) => (
            <>
              <p className="wrap-anywhere font-semibold">{email}</p>
              <p className="typed text-muted text-sm">{reason}</p>
            </>
          ),
        },
        { heading: t('Role'), cell: ({ role }) => ROLE_LABELS[role] },
        {
          heading: t('Sent'),
          cell: ({ sentAt, invitedBy }) => (
            <>
              <DateTime at={sentAt} /> <span className="wrap-anywhere text-muted">by {invitedBy.username}</span>
            </>
          ),
        },
        {
          heading: t('Works until'),
          cell: ({ expiresAt, isExpired }) =>
            isExpired ? (
              <Badge tone="danger">
                <Icon name="clock" />
                Expired
              </Badge>
            ) : (
              <DateTime at={expiresAt} />
            ),
        },
        {
          heading: t('Actions'),
          foot: true,
          cell: (invitation) => (
            <span className="flex flex-wrap gap-2">
              <Button
                variant="secondary"
                size="sm"
                busy={resending === invitation.id}
                disabled={resending !== null}
                onClick={() => onResend(invitation)}
              >
                {resending === invitation.id ? t('Sending...') : t('Send again')}
                <span className="sr-only"> to {invitation.email}</span>
              </Button>
              <Button variant="ghost" size="sm" onClick={() => onWithdraw(invitation)}>
                Withdraw<span className="sr-only"> the invitation of {invitation.email}</span>
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}
