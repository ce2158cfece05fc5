import { useState } from 'react';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
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
import { describeEntry, KIND_LABELS } from './kind-labels.ts';

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
        empty={t('Nothing matches.')}
        caption={t('What was done to accounts and listings, newest first')}
        columns={columns}
        rowKey={(entry) => entry.id}
      />
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-sm">
        {t('The audit log can’t be changed or deleted.')}
        <a href="/admin?tab=exports&subject=audit" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <Icon name="download" />
          {t('Export', null, 'verb')}
        </a>
      </p>
    </>
  );
}

const columns: Column<AuditLogEntry>[] = [
  { heading: t('When'), cell: (entry) => <OptionalDateTime at={entry.at} /> },
  {
    heading: t('What'),
    cell: ({ listingId, ...entry }) => (
      <>
        <span className="font-semibold">{describeEntry({ listingId, ...entry })}</span>{' '}
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
