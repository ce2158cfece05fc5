import { useState } from 'react';
import type { AuditKind, AuditLogEntry } from '#contract/admin/audit-log.ts';
import { ROLE_LABELS, type Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { EmptyCell, OptionalDateTime } from '#web/admin/date-time.tsx';
import { ExpandableText } from '#web/admin/expandable-text.tsx';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { useDebounced } from '#web/base/api/use-debounced.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { AuditFacts } from './audit-facts.tsx';
import { AuditFilterForm, NO_AUDIT_FILTER } from './audit-filter.tsx';

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
        itemsLabel={t('entries')}
        errorTitle={t('Failed to fetch the audit log')}
        empty={t('No entries.')}
        caption={t('What was done to accounts and listings, newest first')}
        columns={columns}
        rowKey={(entry) => entry.id}
      />
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-sm">
        {t('Entries can’t be changed or deleted.')}
        <a href="/admin?tab=exports&subject=audit" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <Icon name="download" />
          {t('Export', null, 'verb')}
        </a>
      </p>
    </>
  );
}

/** What each kind of event is called. */
export const KIND_LABELS: Record<AuditKind, string> = {
  registered: t('Registered'),
  'signed-in': t('Signed in'),
  'sign-in-failed': t('Sign-in failed'),
  'signed-out': t('Signed out'),
  'password-changed': t('Password changed'),
  'password-reset': t('Password reset by email'),
  'email-changed': t('Email changed'),
  suspended: t('Suspended', null, 'audit log'),
  activated: t('Activated'),
  deleted: t('Account deleted'),
  'listing-hidden': t('Listing hidden'),
  'listing-shown': t('Listing shown again'),
  'listing-kept': t('Listing kept'),
  'listing-renewed': t('Listing renewed by itself'),
  'listing-recategorized': t('Category changed'),
  'listing-moved': t('City changed'),
  'listing-deleted': t('Listing deleted'),
  'bulk-change-undone': t('Bulk action undone'),
  'listing-approved': t('Listing approved'),
  'listing-declined': t('Listing declined'),
  'approval-rules-changed': t('Approval rules changed'),
  'listing-edited': t('Listing corrected'),
  'listing-restored': t('Listing restored to a version'),
  'objection-decided': t('Objection decided'),
  'claim-approved': t('Claim approved'),
  'claim-declined': t('Claim declined'),
  'claim-taken-back': t('Listing taken back'),
  'payment-refunded': t('Payment refunded'),
  'refund-declined': t('Refund declined'),
  'import-uploaded': t('Import file uploaded'),
  'import-started': t('Import started'),
  'import-canceled': t('Import canceled'),
  'import-undone': t('Import undone'),
  'mail-resent': t('Emails sent again'),
  'mail-discarded': t('Failed emails discarded'),
  'job-rerun': t('Failed jobs run again'),
  'data-exported': t('Data exported'),
  'samples-removed': t('Samples removed'),
  'backup-started': t('Backup started'),
  'export-scheduled': t('Export scheduled'),
  'export-unscheduled': t('Scheduled export removed'),
  'invoice-reissued': t('Invoice reissued'),
  'price-scheduled': t('Price scheduled'),
  'price-withdrawn': t('Price withdrawn'),
  'coupon-created': t('Coupon created'),
  'coupon-changed': t('Coupon changed'),
  'coupon-ended': t('Coupon ended'),
  'tax-scheduled': t('Sales tax scheduled'),
  'tax-withdrawn': t('Sales tax withdrawn'),
  'credit-given': t('Credits given'),
  'credit-taken-back': t('Credit taken back'),
  'edit-accepted': t('Suggested edit accepted'),
  'edit-dismissed': t('Suggested edit dismissed'),
  'api-key-created': t('API key created'),
  'api-key-revoked': t('API key revoked'),
  'second-factor-added': t('Two-step verification added'),
  'second-factor-removed': t('Two-step verification removed'),
  'second-factor-reset': t('Two-step verification reset'),
  'recovery-codes-made': t('Recovery codes replaced'),
  'setting-changed': t('Setting changed'),
  'staff-invited': t('Invited to the team'),
  'invitation-resent': t('Invitation sent again'),
  'invitation-withdrawn': t('Invitation withdrawn'),
  'staff-joined': t('Joined the team'),
  'role-changed': t('Role changed'),
  'staff-removed': t('Removed from the team'),
  'sessions-ended': t('Signed out by an administrator'),
  'notice-changed': t('Notice changed'),
  'ad-changed': t('Booked ad changed'),
  'picture-changed': t('Picture of the library changed'),
  'category-added': t('Category added'),
  'category-edited': t('Category edited'),
  'place-changed': t('Place changed'),
  'categories-ordered': t('Categories reordered'),
  'category-merged': t('Category merged'),
  'text-published': t('Text published'),
  'text-drafted': t('Draft of a text changed'),
  'sign-up-invited': t('Invited to create an account'),
  'sign-up-invitation-withdrawn': t('Invitation to create an account withdrawn'),
  'announcement-started': t('Email to owners started'),
  'announcement-stopped': t('Email to owners stopped'),
  'sample-email-sent': t('Sample email sent'),
  'report-closed': t('Report closed'),
  'review-shown': t('Review shown'),
  'review-withheld': t('Review withheld'),
  'review-report-dismissed': t('Report of a review closed'),
  'review-appeal-decided': t('Appeal about a review decided'),
  'message-approved': t('Message passed on'),
  'message-withheld': t('Message withheld'),
  'conversation-stopped': t('Conversation stopped'),
  'message-report-dismissed': t('Report of a conversation closed'),
  'listing-posted': t('Listing posted for a business'),
  'listing-offered': t('Listing offered to an owner'),
  'offer-resent': t('Invitation to a listing sent again'),
  'offer-withdrawn': t('Invitation to a listing withdrawn'),
  'offer-declined': t('Invitation to a listing declined'),
  'listing-transferred': t('Listing given to an owner'),
  'member-invited': t('Invited to help a business'),
  'member-joined': t('Helps a business'),
  'member-removed': t('No longer helps a business'),
};

const columns: Column<AuditLogEntry>[] = [
  { heading: t('When'), cell: (entry) => <OptionalDateTime at={entry.at} /> },
  {
    heading: t('What'),
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
  { heading: t('Account'), cell: (entry) => <AccountCell {...entry} /> },
  { heading: t('By'), cell: (entry) => <ActorCell {...entry} /> },
  { heading: t('Reason'), cell: (entry) => <ExpandableText text={entry.reason} />, className: 'as-table:w-1/5' },
  { heading: t('Change'), cell: (entry) => <AuditFacts {...entry} />, className: 'as-table:w-1/5' },
];

function AccountCell({ username, accountId }: AuditLogEntry) {
  if (!username && accountId === null) return <EmptyCell />;
  return (
    <span className="wrap-anywhere block as-table:min-w-28">
      {username} {accountId !== null && <span className="text-muted">#{accountId}</span>}
    </span>
  );
}

function ActorCell({ actor, actorId, role }: AuditLogEntry) {
  if (actorId === null) return <EmptyCell />;
  return (
    <span className="wrap-anywhere block as-table:min-w-28">
      {actor} <span className="text-muted">#{actorId}</span>
      {role && <span className="block text-muted text-sm">{ROLE_LABELS[role as Role] ?? role}</span>}
    </span>
  );
}

const PAGE_SIZE = 25;

/** The entries of the audit log that match the filters that are not empty, newest first, page by page. */
function useAuditLog(filter: Record<string, string>) {
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== '')),
    limit: String(PAGE_SIZE),
  });
  return useCursorPages<AuditLogEntry>(`${ADMIN_API_PREFIX}audit?${query}`, PAGE_SIZE);
}
