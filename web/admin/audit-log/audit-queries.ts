import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';

const PAGE_SIZE = 25;

/** The entries of the audit log that match the filters that are not empty, newest first, page by page. */
export function useAuditLog(filter: Record<string, string>) {
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== '')),
    limit: String(PAGE_SIZE),
  });
  return useCursorPages<AuditLogEntry>(`${ADMIN_API_PREFIX}audit?${query}`, PAGE_SIZE);
}
