import type { AuditLogEntry } from '#contract/admin/admin.ts';
import { PaginatedTable } from '../layout/paginated-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { useAuditLog } from './admin-queries.ts';
import { NoValue, OptionalDateTime } from './date-time.tsx';
import { ExpandableText } from './expandable-text.tsx';

/** The audit log of accounts and listings: time, event, account, administrator and reason. */
export function AuditLog() {
  const auditLog = useAuditLog();
  return (
    <PaginatedTable
      list={auditLog}
      itemsLabel="entries"
      errorTitle="Failed to fetch the audit log"
      empty="No entries yet."
      caption="Actions on accounts and listings, newest first"
      columns={columns}
      rowKey={(entry) => entry.id}
    />
  );
}

const kindLabels: { [Kind in AuditLogEntry['kind']]: string } = {
  registered: 'Registered',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'signed-out': 'Signed out',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by email',
  'email-changed': 'Email changed',
  suspended: 'Suspended',
  activated: 'Activated',
  deleted: 'Account deleted',
  'listing-hidden': 'Listing hidden',
  'listing-shown': 'Listing shown again',
  'listing-kept': 'Listing kept',
  'listing-recategorized': 'Category changed',
  'listing-moved': 'City changed',
  'listing-deleted': 'Listing deleted',
  'bulk-change-undone': 'Bulk action undone',
  'listing-approved': 'Listing approved',
  'listing-declined': 'Listing declined',
  'approval-rules-changed': 'Approval rules changed',
  'claim-approved': 'Claim approved',
  'claim-declined': 'Claim declined',
  'payment-refunded': 'Payment refunded',
  'refund-declined': 'Refund declined',
  'import-uploaded': 'Import file uploaded',
  'import-started': 'Import started',
  'import-canceled': 'Import canceled',
  'import-undone': 'Import undone',
  'mail-resent': 'Emails sent again',
  'mail-discarded': 'Failed emails discarded',
  'job-rerun': 'Failed jobs run again',
  'data-exported': 'Data exported',
  'price-scheduled': 'Price scheduled',
  'price-withdrawn': 'Price withdrawn',
  'edit-accepted': 'Suggested edit accepted',
  'edit-dismissed': 'Suggested edit dismissed',
  'second-factor-added': 'Two-step verification added',
  'second-factor-removed': 'Two-step verification removed',
  'second-factor-reset': 'Two-step verification reset',
  'recovery-codes-made': 'Recovery codes replaced',
  'setting-changed': 'Setting changed',
  'staff-invited': 'Invited to the team',
  'invitation-resent': 'Invitation sent again',
  'invitation-withdrawn': 'Invitation withdrawn',
  'staff-joined': 'Joined the team',
  'role-changed': 'Role changed',
  'staff-removed': 'Removed from the team',
  'sessions-ended': 'Signed out by an administrator',
  'notice-changed': 'Notice changed',
};

const columns: Column<AuditLogEntry>[] = [
  { heading: 'When', cell: (entry) => <OptionalDateTime at={entry.at} />, className: 'as-table:whitespace-nowrap' },
  {
    heading: 'What',
    cell: ({ kind, listingId }) => (
      <>
        <span className="font-semibold">{kindLabels[kind]}</span>{' '}
        {listingId !== null && <span className="text-muted">#{listingId}</span>}
      </>
    ),
  },
  { heading: 'Account', cell: (entry) => <AccountCell {...entry} /> },
  { heading: 'By', cell: ({ actorId }) => (actorId === null ? <NoValue /> : `Admin #${actorId}`) },
  { heading: 'Reason', cell: (entry) => <ExpandableText text={entry.reason} />, className: 'as-table:w-1/4' },
];

function AccountCell({ username, accountId }: AuditLogEntry) {
  if (!username && accountId === null) return <NoValue />;
  return (
    <span className="wrap-anywhere">
      {username} {accountId !== null && <span className="text-muted">#{accountId}</span>}
    </span>
  );
}
