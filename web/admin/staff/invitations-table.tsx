import { ROLE_LABELS } from '#contract/admin/roles.ts';
import type { StaffInvitation } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { DataTable } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { DateTime } from '#web/base/ui/time.tsx';

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
          className: 'as-table:w-1/3',
        },
        { heading: t('Role'), cell: ({ role }) => ROLE_LABELS[role] },
        {
          heading: t('Sent', null, 'dates'),
          cell: ({ sentAt, invitedBy }) =>
            rich('{date} <by>by {username}</by>', {
              date: <DateTime at={sentAt} />,
              by: (text) => <span className="wrap-anywhere text-muted">{text}</span>,
              username: invitedBy.username,
            }),
        },
        {
          heading: t('Works until'),
          cell: ({ expiresAt, isExpired }) =>
            isExpired ? (
              <Badge tone="danger">
                <Icon name="clock" />
                {t('Expired', null, 'invitation')}
              </Badge>
            ) : (
              <DateTime at={expiresAt} />
            ),
        },
        {
          heading: t('Actions'),
          foot: true,
          cell: (invitation) => (
            <span className="flex flex-wrap gap-2 whitespace-nowrap as-table:flex-nowrap">
              <Button
                variant="secondary"
                size="sm"
                busy={resending === invitation.id}
                disabled={resending !== null}
                onClick={() => onResend(invitation)}
              >
                {resending === invitation.id
                  ? rich('Sending...<hidden> to {recipient}</hidden>', { hidden: srOnly, recipient: invitation.email })
                  : rich('Send again<hidden> to {recipient}</hidden>', { hidden: srOnly, recipient: invitation.email })}
              </Button>
              <Button variant="ghost" size="sm" onClick={() => onWithdraw(invitation)}>
                {rich('Withdraw<hidden> the invitation of {recipient}</hidden>', {
                  hidden: srOnly,
                  recipient: invitation.email,
                })}
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}
