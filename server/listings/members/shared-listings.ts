import { type Kysely, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { MemberRole, SharedListing } from '#contract/ownership/members.ts';
import { listingRows, presentOwnerListing } from '#server/listings/read/owner-listings.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { helpedListingIds, listingRole } from './access.ts';
import { businessName } from './members.ts';

/**
 * The listings of other accounts that an account may read, newest first, without deleted ones.
 * @throws {Invalid} for a malformed cursor
 */
export async function listSharedListings(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  accountId: number,
  query: ListQuery,
): Promise<{ ads: SharedListing[]; cursor: string | null }> {
  const { page, cursor } = paginate(await sharedListingsQuery(db, accountId, query).execute(), query.limit, byId);
  const ads = page.map((row) => {
    const role = row.role as MemberRole;
    return { ...presentOwnerListing(row, gazetteer, role), role, business: row.business };
  });
  return { ads, cursor };
}

/** One page of them and one more row. Exported for the test of its query plan. */
export function sharedListingsQuery(db: Kysely<DB>, accountId: number, { cursor, limit }: ListQuery) {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : parseCursor(cursor, idPosition).id;
  const page = sql<number>`any(array(
    select helped.id from (${helpedListingIds(accountId)}) as helped join listings l on l.id = helped.id
    where l.status <> 'deleted' and l.id < ${before} order by helped.id desc limit ${limit + 1}))`;
  return listingRows(db)
    .select([
      listingRole(accountId).as('role'),
      sql<string>`(select ${businessName('owners')} from accounts owners where owners.id = listings.owner_id)`.as(
        'business',
      ),
    ])
    .where('id', '=', page)
    .orderBy('id', 'desc');
}
