import type { Insertable, Kysely } from 'kysely';
import type { AuditLogEntry } from '#contract/admin.ts';
import type { Audit, DB } from '../db/schema.ts';

/** What is written down about an account; see `auditLogEntrySchema`. */
export interface AuditEvent {
  kind: AuditLogEntry['kind'];
  accountId: number | null;
  username: string | null;
  /** Who did it, where that is another than the account itself. */
  actorId?: number;
  reason?: string;
  listingId?: number;
}

/** Writes down what was done to an account. Call it inside the transaction that does it. */
export async function recordAuditEvent(
  db: Kysely<DB>,
  { kind, accountId, username, actorId = undefined, reason = undefined, listingId = undefined }: AuditEvent,
): Promise<void> {
  const entry: Insertable<Audit> = {
    kind,
    account_id: accountId,
    username,
    actor_id: actorId,
    reason,
    listing_id: listingId,
  };
  await db.insertInto('audit').values(entry).execute();
}
