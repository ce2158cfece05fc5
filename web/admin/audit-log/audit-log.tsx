import { useState } from 'react';
import type { AuditKind, AuditLogEntry } from '#contract/admin/admin.ts';
import { ROLE_LABELS, type Role } from '#contract/admin/roles.ts';
import { useDebounced } from '../../app/use-debounced.ts';
import { PaginatedTable } from '../../layout/paginated-table.tsx';
import { buttonClass } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoValue, OptionalDateTime } from '../date-time.tsx';
import { ExpandableText } from '../expandable-text.tsx';
import { AuditFacts } from './audit-facts.tsx';
import { AuditFilterForm, NO_AUDIT_FILTER } from './audit-filter.tsx';
import { useAuditLog } from './audit-queries.ts';

/** The audit log of accounts, listings and the staff: what was done when, by whom and why, and what it changed. */
export function AuditLog() {
  const [filter, setFilter] = useState(NO_AUDIT_FILTER);
  const applied = useDebounced(JSON.stringify(filter));
  const auditLog = useAuditLog(JSON.parse(applied));
  return (
    <>
      <AuditFilterForm filter={filter} kinds={KIND_LABELS} onChange={setFilter} />
      <PaginatedTable
        list={auditLog}
        itemsLabel="entries"
        errorTitle="Failed to fetch the audit log"
        empty="No entries."
        caption="What was done to accounts and listings, newest first"
        columns={columns}
        rowKey={(entry) => entry.id}
      />
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-sm">
        Entries can’t be changed or deleted.
        <a href="/admin?tab=exports&subject=audit" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <Icon name="download" />
          Export
        </a>
      </p>
    </>
  );
}

/** What each kind of event is called. */
export const KIND_LABELS: Record<AuditKind, string> = {
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
  'listing-edited': 'Listing corrected',
  'listing-restored': 'Listing restored to a version',
  'objection-decided': 'Objection decided',
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
  'export-scheduled': 'Export scheduled',
  'export-unscheduled': 'Scheduled export removed',
  'price-scheduled': 'Price scheduled',
  'price-withdrawn': 'Price withdrawn',
  'coupon-created': 'Coupon created',
  'coupon-changed': 'Coupon changed',
  'coupon-ended': 'Coupon ended',
  'tax-scheduled': 'Sales tax scheduled',
  'tax-withdrawn': 'Sales tax withdrawn',
  'credit-given': 'Credits given',
  'credit-taken-back': 'Credit taken back',
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
  'category-added': 'Category added',
  'category-edited': 'Category edited',
  'categories-ordered': 'Categories reordered',
  'category-merged': 'Category merged',
  'text-published': 'Text published',
  'text-drafted': 'Draft of a text changed',
  'sample-email-sent': 'Sample email sent',
  'report-closed': 'Report closed',
  'review-shown': 'Review shown',
  'review-withheld': 'Review withheld',
  'review-report-dismissed': 'Report of a review closed',
  'review-appeal-decided': 'Appeal about a review decided',
  'message-approved': 'Message passed on',
  'message-withheld': 'Message withheld',
  'conversation-stopped': 'Conversation stopped',
  'message-report-dismissed': 'Report of a conversation closed',
  'listing-posted': 'Listing posted for a business',
  'listing-offered': 'Listing offered to an owner',
  'offer-resent': 'Invitation to a listing sent again',
  'offer-withdrawn': 'Invitation to a listing withdrawn',
  'offer-declined': 'Invitation to a listing declined',
  'listing-transferred': 'Listing given to an owner',
  'member-invited': 'Invited to help a business',
  'member-joined': 'Helps a business',
  'member-removed': 'No longer helps a business',
};

const columns: Column<AuditLogEntry>[] = [
  { heading: 'When', cell: (entry) => <OptionalDateTime at={entry.at} /> },
  {
    heading: 'What',
    cell: ({ kind, listingId }) => (
      <>
        <span className="font-semibold">{KIND_LABELS[kind]}</span>{' '}
        {listingId !== null && (
          <a href={`/admin/ads/${listingId}`} className="link">
            #{listingId}
          </a>
        )}
      </>
    ),
  },
  { heading: 'Account', cell: (entry) => <AccountCell {...entry} /> },
  { heading: 'By', cell: (entry) => <ActorCell {...entry} /> },
  { heading: 'Reason', cell: (entry) => <ExpandableText text={entry.reason} />, className: 'as-table:w-1/5' },
  { heading: 'Change', cell: (entry) => <AuditFacts {...entry} />, className: 'as-table:w-1/5' },
];

function AccountCell({ username, accountId }: AuditLogEntry) {
  if (!username && accountId === null) return <NoValue />;
  return (
    <span className="wrap-anywhere block as-table:min-w-28">
      {username} {accountId !== null && <span className="text-muted">#{accountId}</span>}
    </span>
  );
}

function ActorCell({ actor, actorId, role }: AuditLogEntry) {
  if (actorId === null) return <NoValue />;
  return (
    <span className="wrap-anywhere block as-table:min-w-28">
      {actor} <span className="text-muted">#{actorId}</span>
      {role && <span className="block text-muted text-sm">{ROLE_LABELS[role as Role] ?? role}</span>}
    </span>
  );
}
