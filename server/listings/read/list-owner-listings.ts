import type { Kysely } from 'kysely';
import type { OwnerListing, OwnerListingsQuery } from '#contract/owner-listings.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { ownerListingRows, presentOwnerListing } from './owner-listings.ts';

/**
 * The listings of an account, newest first: those with the given status, or all that are not deleted.
 * @throws {Invalid} for a malformed cursor
 */
export async function listOwnerListings(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  ownerId: number,
  query: OwnerListingsQuery,
): Promise<{ ads: OwnerListing[]; cursor: string | null }> {
  const { page, cursor } = paginate(await ownerListingsQuery(db, ownerId, query).execute(), query.limit, byId);
  return { ads: page.map((row) => presentOwnerListing(row, gazetteer)), cursor };
}

/** One page of them and one more row. Exported for the test of its query plan. */
export function ownerListingsQuery(db: Kysely<DB>, ownerId: number, { status, cursor, limit }: OwnerListingsQuery) {
  let query = ownerListingRows(db, ownerId);
  query = status === undefined ? query.where('status', '<>', 'deleted') : query.where('status', '=', status);
  if (cursor !== undefined) query = query.where('id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('id', 'desc').limit(limit + 1);
}
