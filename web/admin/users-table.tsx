import type { AdminUser } from '#contract/admin.ts';
import type { Pages } from '../app/use-cursor-pages.ts';
import { PagesPanel } from '../layout/pages-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Deeds, deedTo } from './deeds.ts';
import { Moment, Nothing } from './moment.tsx';
import type { Question } from './question-dialog.tsx';
import { Reason } from './reason.tsx';

type Users = Pages<AdminUser> & { sort: string; setSort: (sort: string) => void };

type Acts = Deeds & { ask: (question: Question) => void };

/** Every account that the search finds, with whether it may sign in. */
export function AllUsers({ users, ...acts }: { users: Users } & Acts) {
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
              user.isActive ? <Suspend user={user} {...acts} /> : <Activate user={user} {...acts} />,
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
export function SuspendedUsers({ users, ...acts }: { users: Users } & Acts) {
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
            actionsOf((user) => <Activate user={user} {...acts} />),
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
  className: 'as-table:w-1/4',
};
const suspendedBy: Column<AdminUser> = {
  heading: 'Suspended By',
  cell: (user) => (user.suspendedBy === null ? <Nothing /> : `Admin #${user.suspendedBy}`),
};

const actionsOf = (cell: Column<AdminUser>['cell']): Column<AdminUser> => ({ heading: 'Actions', cell, foot: true });

function Suspend({ user, busyWith, ask }: { user: AdminUser } & Acts) {
  // The API refuses it: the administrator would lock everyone out.
  if (user.id === 1) return <span className="text-muted text-sm">Administrator</span>;
  const question: Question = {
    deed: 'suspend',
    id: user.id,
    title: 'Suspend User Account',
    about: (
      <>
        <strong>{user.username}</strong> will be prevented from logging in. Their sessions end at once and their
        listings are hidden until the account is activated again.
      </>
    ),
    reason: { label: 'Suspension Reason', hint: 'This reason is shown to the user when they attempt login.' },
    act: 'Suspend User',
    acting: 'Suspending...',
    danger: true,
  };
  return (
    <Button variant="secondary" size="sm" disabled={busyWith !== null} onClick={() => ask(question)}>
      <Icon name="ban" />
      Suspend<span className="sr-only"> {user.username}</span>
    </Button>
  );
}

function Activate({ user, busyWith, perform }: { user: AdminUser } & Acts) {
  const busy = busyWith === deedTo('activate', user.id);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      disabled={busyWith !== null}
      onClick={() => perform('activate', user.id)}
    >
      {!busy && <Icon name="circle-check" />}
      Activate<span className="sr-only"> {user.username}</span>
    </Button>
  );
}
