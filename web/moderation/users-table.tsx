import type { AdminUser } from '#contract/moderation.ts';
import type { Pages } from '../shell/paged.ts';
import { PagesPanel } from '../shell/pages-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { Moment, Nothing } from './moment.tsx';
import { Reason } from './reason.tsx';

type Users = Pages<AdminUser> & { sort: string; setSort: (sort: string) => void };

interface Actions {
  /** The id of the account that something is being done to. */
  busyWith: number | null;
  onSuspend: (user: AdminUser) => void;
  onActivate: (user: AdminUser) => void;
}

/** Every account that the search finds, with whether it may sign in. */
export function AllUsers({ users, ...actions }: { users: Users } & Actions) {
  return (
    <PagesPanel list={users} what="users" failed="Failed to fetch users" empty="No users found.">
      {(rows) => (
        <DataTable
          caption="All users"
          columns={[
            id,
            username,
            status,
            suspendedAt,
            reason,
            actionsOf((user) =>
              user.isActive ? <Suspend user={user} {...actions} /> : <Activate user={user} {...actions} />,
            ),
          ]}
          rows={rows}
          rowKey={(user) => user.id}
          sort={users.sort}
          onSort={users.setSort}
          busy={users.isFetching}
        />
      )}
    </PagesPanel>
  );
}

/** The accounts that are suspended, and by whom. */
export function SuspendedUsers({ users, ...actions }: { users: Users } & Actions) {
  return (
    <PagesPanel
      list={users}
      what="suspended users"
      failed="Failed to fetch suspended users"
      empty="No suspended users found."
    >
      {(rows) => (
        <DataTable
          caption="Suspended users"
          columns={[
            id,
            username,
            suspendedAt,
            reason,
            suspendedBy,
            actionsOf((user) => <Activate user={user} {...actions} />),
          ]}
          rows={rows}
          rowKey={(user) => user.id}
          sort={users.sort}
          onSort={users.setSort}
          busy={users.isFetching}
        />
      )}
    </PagesPanel>
  );
}

const id: Column<AdminUser> = {
  heading: 'ID',
  cell: (user) => user.id,
  sort: { by: 'id', ascending: 'lowest first', descending: 'highest first' },
};
const username: Column<AdminUser> = {
  heading: 'Username',
  cell: (user) => <span className="wrap-anywhere font-semibold">{user.username}</span>,
  sort: { by: 'username', ascending: 'A to Z', descending: 'Z to A' },
};
const status: Column<AdminUser> = {
  heading: 'Status',
  cell: (user) =>
    user.isActive ? (
      <Badge tone="success">
        <Icon name="circle-check" />
        Active
      </Badge>
    ) : (
      <Badge tone="danger">
        <Icon name="ban" />
        Suspended
      </Badge>
    ),
};
const suspendedAt: Column<AdminUser> = {
  heading: 'Suspended At',
  cell: (user) => <Moment at={user.suspendedAt} />,
  sort: { by: 'suspendedAt', ascending: 'oldest first', descending: 'newest first' },
};
const reason: Column<AdminUser> = {
  heading: 'Reason',
  cell: (user) => <Reason text={user.suspensionReason} />,
  className: 'lg:w-1/4',
};
const suspendedBy: Column<AdminUser> = {
  heading: 'Suspended By',
  cell: (user) => (user.suspendedBy === null ? <Nothing /> : `Admin #${user.suspendedBy}`),
};

const actionsOf = (cell: Column<AdminUser>['cell']): Column<AdminUser> => ({ heading: 'Actions', cell, foot: true });

function Suspend({ user, busyWith, onSuspend }: { user: AdminUser } & Actions) {
  // The API refuses it: the administrator would lock everyone out.
  if (user.id === 1) return <span className="text-muted text-sm">Administrator</span>;
  return (
    <Button variant="secondary" size="sm" disabled={busyWith !== null} onClick={() => onSuspend(user)}>
      <Icon name="ban" />
      Suspend<span className="sr-only"> {user.username}</span>
    </Button>
  );
}

function Activate({ user, busyWith, onActivate }: { user: AdminUser } & Actions) {
  const busy = busyWith === user.id;
  return (
    <Button variant="secondary" size="sm" busy={busy} disabled={busyWith !== null} onClick={() => onActivate(user)}>
      {!busy && <Icon name="circle-check" />}
      Activate<span className="sr-only"> {user.username}</span>
    </Button>
  );
}
