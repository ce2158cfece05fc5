import type { Insertable, Kysely } from 'kysely';
import type { AuditEntry } from '#contract/admin.ts';
import type { Audit, DB } from '../db/schema.ts';

/** What is written down about an account; see `auditEntrySchema`. */
export interface Deed {
  kind: AuditEntry['kind'];
  accountId: number | null;
  username: string | null;
  /** Who did it, where that is another than the account itself. */
  actorId?: number;
  reason?: string;
  listingId?: number;
}

/** Writes down what was done to an account. Call it inside the transaction that does it. */
export async function record(
  db: Kysely<DB>,
  { kind, accountId, username, actorId = undefined, reason = undefined, listingId = undefined }: Deed,
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
