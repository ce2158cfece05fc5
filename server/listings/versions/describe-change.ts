import { sql, type Transaction } from 'kysely';
import type { VersionKind } from '#contract/admin/listing-versions.ts';
import type { Role } from '#contract/admin/roles.ts';
import type { ListingRole } from '#contract/ownership/members.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Who changes listings, how and why. */
export interface ListingChange {
  kind: VersionKind;
  /** The account that does it; without one, the program. */
  accountId?: number;
  /** In which role they change it. */
  role?: ListingRole | Role;
  reason?: string;
}

/**
 * Says what the versions hold that a trigger writes for the listings that this transaction changes from here on. Changes without it are
 * versions of the kind 'other'.
 * See docs/decisions/0104-versions-are-written-by-a-trigger.md.
 */
export async function describeChange(trx: Transaction<DB>, change: ListingChange): Promise<void> {
  await sql`select set_config('listings.change', ${JSON.stringify(change)}, true)`.execute(trx);
}
