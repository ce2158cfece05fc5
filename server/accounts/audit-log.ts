import { type Kysely, sql } from 'kysely';
import type { AuditFacts } from '#contract/admin/audit-facts.ts';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import type { DecisionKind } from '#contract/admin/decisions.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { roleOfAccount } from '#server/platform/http/staff-role.ts';

/** An audit event of an account; see `auditLogEntrySchema`. */
export interface AuditEvent {
  kind: AuditLogEntry['kind'];
  accountId: number | null;
  username: string | null;
  /** The account that did it, if it is not the account itself. */
  actorId?: number;
  reason?: string;
  listingId?: number;
  /** The changed facts before the event. */
  before?: AuditFacts;
  /** The changed facts after the event. */
  after?: AuditFacts;
}

/**
 * Adds an entry to the audit log, with the role of who acted. Call it in the transaction of the change. Decisions of the staff on others are
 * recorded by `recordDecision`, which asks whether they may.
 */
export const recordAuditEvent = (
  db: Kysely<DB>,
  event: AuditEvent & { kind: Exclude<AuditEvent['kind'], DecisionKind> },
): Promise<void> => insertAuditEvent(db, event);

/** The same for all kinds, without the rule of `recordDecision`. */
export async function insertAuditEvent(
  db: Kysely<DB>,
  { kind, accountId, username, actorId, reason, listingId, before, after }: AuditEvent,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      kind,
      account_id: accountId,
      username,
      actor_id: actorId,
      role: actorId === undefined ? null : roleOfAccount(actorId),
      reason,
      listing_id: listingId,
      before,
      after,
    })
    .execute();
}

/** Deletes entries of the audit log after so many days, at least a year: a trigger refuses less. Runs hourly. */
export async function deleteOldAuditEvents(db: Kysely<DB>, days: number): Promise<void> {
  await sql`delete from audit where at <= now() - make_interval(days => ${days})`.execute(db);
}
