import { ROLE_LABELS } from '#contract/admin/roles.ts';
import type { StaffMember } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { EmptyCell, OptionalDateTime } from '#web/admin/date-time.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { DateTime } from '#web/base/ui/time.tsx';

/** The actions of the buttons of a member. */
export interface MemberActions {
  onSessions: (member: StaffMember) => void;
  onRole: (member: StaffMember) => void;
  onRemove: (member: StaffMember) => void;
}

/** The staff, with what an administrator can change about each member. */
export function MembersTable({
  members,
  ownId,
  ...actions
}: { members: StaffMember[]; ownId: number | undefined } & MemberActions) {
  const columns: Column<StaffMember>[] = [
    {
      heading: t('Name'),
      cell: ({ accountId, username, email }) => (
        <>
          <p className="wrap-anywhere font-semibold">
            {username} {accountId === ownId && <span className="font-normal text-muted">{t('(you)')}</span>}
          </p>
          <p className="wrap-anywhere text-muted text-sm">{email ?? t('No email')}</p>
        </>
      ),
      className: 'as-table:w-1/5',
    },
    {
      heading: t('Role'),
      cell: ({ accountId, role, since, givenBy }) => (
        <>
          <p>{ROLE_LABELS[role]}</p>
          <p className="text-muted text-sm">
            {accountId === 1
              ? rich('since {date}, the first account', { date: <DateTime at={since} /> })
              : givenBy
                ? rich('since {date}<by> by {username}</by>', {
                    date: <DateTime at={since} />,
                    by: (text) => <span className="wrap-anywhere">{text}</span>,
                    username: givenBy.username,
                  })
                : rich('since {date}', { date: <DateTime at={since} /> })}
          </p>
        </>
      ),
    },
    { heading: t('Two-step'), cell: ({ hasSecondFactor }) => <SecondFactorBadge isOn={hasSecondFactor} /> },
    {
      heading: t('Last sign-in'),
      cell: ({ signedInAt }) => <OptionalDateTime at={signedInAt} />,
      isEmpty: ({ signedInAt }) => signedInAt === null,
    },
    {
      heading: t('Sessions'),
      cell: (member) =>
        member.sessions === 0 ? (
          <EmptyCell />
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            className="link min-h-11 tabular-nums"
            onClick={() => actions.onSessions(member)}
          >
            {rich('{count} open<hidden> of {username}</hidden>', {
              count: member.sessions,
              hidden: srOnly,
              username: member.username,
            })}
          </button>
        ),
      isEmpty: ({ sessions }) => sessions === 0,
      className: 'as-table:whitespace-nowrap',
    },
    {
      heading: t('Actions'),
      foot: true,
      cell: (member) => (
        <MemberButtons member={member} isFixed={member.accountId === 1 || member.accountId === ownId} {...actions} />
      ),
    },
  ];
  return <DataTable caption={t('Staff')} rows={members} rowKey={({ accountId }) => accountId} columns={columns} />;
}

/** The API refuses to change account 1, and one’s own role. */
function MemberButtons({
  member,
  isFixed,
  onRole,
  onRemove,
}: { member: StaffMember; isFixed: boolean } & MemberActions) {
  if (isFixed)
    return member.accountId === 1 ? <span className="text-muted text-sm">{t('Always administrator')}</span> : null;
  return (
    <span className="flex flex-wrap gap-2 whitespace-nowrap as-table:flex-nowrap">
      <Button variant="secondary" size="sm" onClick={() => onRole(member)}>
        {rich('Change role<hidden> of {username}</hidden>', { hidden: srOnly, username: member.username })}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => onRemove(member)}>
        {rich('Remove<hidden> {username}</hidden>', { hidden: srOnly, username: member.username })}
      </Button>
    </span>
  );
}

function SecondFactorBadge({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Badge tone="success">
      <Icon name="shield-check" />
      {t('On')}
    </Badge>
  ) : (
    <Badge tone="danger">
      <Icon name="circle-alert" />
      {t('Not set up')}
    </Badge>
  );
}
