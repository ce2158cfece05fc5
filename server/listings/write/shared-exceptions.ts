import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/**
 * Makes fields of a listing in which it differs from the values that the branches of its organization share exceptions of it, and those in
 * which it does not differ none. No effect on a listing that is no branch.
 * @param changed the fields that were edited, with their values as JSON has them
 */
export async function recordExceptions(
  trx: Transaction<DB>,
  listingId: number,
  changed: Record<string, unknown>,
): Promise<void> {
  const branch = await trx
    .selectFrom('organization_branches as b')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .select(['b.exceptions', 'o.profile'])
    .where('b.listing_id', '=', listingId)
    .whereRef('l.owner_id', '=', 'o.owner_id')
    .executeTakeFirst();
  const shared = (branch?.profile ?? {}) as Record<string, unknown>;
  const edited = Object.keys(changed).filter((name) => name in shared);
  if (!branch || edited.length === 0) return;
  const differing = edited.filter((name) => !isDeepStrictEqual(changed[name], shared[name]));
  const exceptions = [...branch.exceptions.filter((name) => !edited.includes(name)), ...differing];
  await sql`
    update organization_branches set exceptions = ${exceptions}::text[]
    where listing_id = ${listingId} and exceptions <> ${exceptions}::text[]`.execute(trx);
}
