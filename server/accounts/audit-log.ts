import { type Insertable, type Kysely, sql } from 'kysely';
import type { AuditLogEntry } from '#contract/admin/admin.ts';
import type { Audit, DB } from '../db/schema.ts';

const RETENTION_DAYS = 365;

/** An audit event of an account; see `auditLogEntrySchema`. */
export interface AuditEvent {
  kind: AuditLogEntry['kind'];
  accountId: number | null;
  username: string | null;
  /** The account that did it, if it is not the account itself. */
  actorId?: number;
  reason?: string;
  listingId?: number;
}

/** Adds an entry to the audit log. Call it in the transaction of the change. */
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

/** Deletes entries of the audit log after a year. Runs hourly. */
export async function deleteOldAuditEvents(db: Kysely<DB>): Promise<void> {
  await sql`delete from audit where at <= now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})`.execute(db);
}
