import type { Kysely } from 'kysely';
import type { AuditEntry, AuditQuery } from '#contract/admin.ts';
import type { DB } from '../db/schema.ts';
import { cutById, idOfCursor } from '../http/id-paging.ts';

/** One page of the record of what was done to accounts. */
export interface AuditList {
  entries: AuditEntry[];
  /** Where the next page begins; null at the end. */
  cursor: string | null;
}

/**
 * What was done to accounts, or to one of them, newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listAudit(db: Kysely<DB>, wanted: AuditQuery): Promise<AuditList> {
  const { page, cursor } = cutById(await auditQuery(db, wanted).execute(), wanted.limit);
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

/** One page of it and a row more. Exported for the test that looks at its plan. */
export function auditQuery(db: Kysely<DB>, { accountId, cursor, limit }: AuditQuery) {
  let query = db.selectFrom('audit').selectAll();
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (cursor !== undefined) query = query.where('id', '<', idOfCursor(cursor));
  return query.orderBy('id', 'desc').limit(limit + 1);
}
