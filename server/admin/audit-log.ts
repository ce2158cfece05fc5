import type { Kysely } from 'kysely';
import type { AuditLogEntry, AuditQuery } from '#contract/admin/admin.ts';
import type { DB } from '../db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '../http/cursor.ts';

/** One page of the audit log. */
export interface AuditEntryList {
  entries: AuditLogEntry[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
}

/**
 * The audit log of all accounts or of one, newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listAuditEntries(db: Kysely<DB>, query: AuditQuery): Promise<AuditEntryList> {
  const { page, cursor } = paginate(await auditEntriesQuery(db, query).execute(), query.limit, byId);
  const entries = page.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    accountId: row.account_id,
    username: row.username,
    actorId: row.actor_id,
    reason: row.reason,
    listingId: row.listing_id,
  }));
  return { entries, cursor };
}

/** One page and one more row. Exported for the test of its query plan. */
export function auditEntriesQuery(db: Kysely<DB>, { accountId, cursor, limit }: AuditQuery) {
  let query = db.selectFrom('audit').selectAll();
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (cursor !== undefined) query = query.where('id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('id', 'desc').limit(limit + 1);
}
