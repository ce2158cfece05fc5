import { type ReactNode, useState } from 'react';
import type { WithBlock } from '#contract/admin/decisions.ts';
import type { AdminUser } from '#contract/admin/users.ts';
import { t } from '#contract/i18n/t.ts';
import { EmptyCell, OptionalDateTime } from '#web/admin/date-time.tsx';
import { Decidable } from '#web/admin/decidable.tsx';
import { ExpandableText } from '#web/admin/expandable-text.tsx';
import type { CursorPages } from '#web/base/api/use-cursor-pages.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Badge } from '#web/base/ui/badge.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { AccountDetails } from './account-details.tsx';
import { type ActionProps, ActivateButton, SuspendButton } from './user-actions.tsx';

type Row = WithBlock<AdminUser>;
type UserPages = CursorPages<Row> & { sort: string; setSort: (sort: string) => void };

/** All accounts that match the search, with buttons to suspend and activate them. */
export function AllUsers({ users, ...actionProps }: { users: UserPages } & ActionProps) {
  const [usernameColumn, details] = useAccountDetails();
  return (
    <>
      <PaginatedTable
        list={users}
        itemsLabel={t('users')}
        errorTitle={t('Failed to fetch users')}
        empty={t('No users found.')}
        caption={t('All users')}
        columns={[
          idColumn,
          usernameColumn,
          statusColumn,
          suspendedAtColumn,
          reasonColumn,
          toActionsColumn((user) =>
            user.isActive ? (
              <SuspendButton user={user} {...actionProps} />
            ) : (
              <Decidable blocked={user.blocked}>
                <ActivateButton user={user} {...actionProps} />
              </Decidable>
            ),
          ),
        ]}
        rowKey={(user) => user.id}
        sort={users.sort}
        onSort={users.setSort}
      />
      {details}
    </>
  );
}

/** Suspended accounts, with who suspended them and why. */
export function SuspendedUsers({ users, ...actionProps }: { users: UserPages } & ActionProps) {
  const [usernameColumn, details] = useAccountDetails();
  return (
    <>
      <PaginatedTable
        list={users}
        itemsLabel={t('suspended users')}
        errorTitle={t('Failed to fetch suspended users')}
        empty={t('No suspended users found.')}
        caption={t('Suspended users')}
        columns={[
          idColumn,
          usernameColumn,
          suspendedAtColumn,
          reasonColumn,
          suspendedByColumn,
          toActionsColumn((user) => (
            <Decidable blocked={user.blocked}>
              <ActivateButton user={user} {...actionProps} />
            </Decidable>
          )),
        ]}
        rowKey={(user) => user.id}
        sort={users.sort}
        onSort={users.setSort}
      />
      {details}
    </>
  );
}

/** The column of usernames, each of which opens the dialog with the details of its account. */
function useAccountDetails(): [column: Column<Row>, dialog: ReactNode] {
  const [detailed, setDetailed] = useState<AdminUser | null>(null);
  const column: Column<Row> = {
    heading: t('Username'),
    cell: (user) => (
      <button
        type="button"
        aria-haspopup="dialog"
        className="link wrap-anywhere min-h-11 text-left font-semibold"
        onClick={() => setDetailed(user)}
      >
        {user.username}
      </button>
    ),
    sort: { by: 'username', ascending: t('A to Z'), descending: t('Z to A') },
  };
  return [column, <AccountDetails key="details" user={detailed} onClose={() => setDetailed(null)} />];
}

const idColumn: Column<Row> = {
  heading: t('ID'),
  cell: (user) => user.id,
  sort: { by: 'id', ascending: t('lowest first'), descending: t('highest first') },
};
const statusColumn: Column<Row> = {
  heading: t('Status'),
  cell: (user) =>
    user.isActive ? (
      <Badge tone="success">
        <Icon name="circle-check" />
        {t('Active', null, 'account')}
      </Badge>
    ) : (
      <Badge tone="danger">
        <Icon name="ban" />
        {t('Suspended', null, 'account')}
      </Badge>
    ),
};
const suspendedAtColumn: Column<Row> = {
  heading: t('Suspended At'),
  cell: (user) => <OptionalDateTime at={user.suspendedAt} />,
  isEmpty: (user) => user.suspendedAt === null,
  sort: { by: 'suspendedAt', ascending: t('oldest first'), descending: t('newest first') },
};
const reasonColumn: Column<Row> = {
  heading: t('Reason'),
  cell: (user) => <ExpandableText text={user.suspensionReason} />,
  isEmpty: (user) => !user.suspensionReason,
  className: 'as-table:w-1/4',
};
const suspendedByColumn: Column<Row> = {
  heading: t('Suspended By'),
  cell: ({ suspendedBy, suspendedByName }) =>
    suspendedBy === null ? (
      <EmptyCell />
    ) : (
      <>
        {suspendedByName && <span className="wrap-anywhere block font-semibold">{suspendedByName}</span>}
        <span className={suspendedByName ? 'text-muted text-sm' : undefined}>
          {t('Admin #{id}', { id: suspendedBy })}
        </span>
      </>
    ),
};

const toActionsColumn = (cell: Column<Row>['cell']): Column<Row> => ({
  heading: t('Actions'),
  cell,
  foot: true,
});
