import type { Kysely } from 'kysely';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { listingRows } from '#server/listings/read/owner-listings.ts';
import { presentVersions, versionsQuery } from '#server/listings/versions/versions.ts';
import type { DB } from '#server/platform/db/schema.ts';

/**
 * The versions of a listing, newest first.
 * @throws {NotFound} when there is no such listing
 */
export async function readHistory(db: Kysely<DB>, id: number): Promise<ListingVersion[]> {
  const [listing, versions] = await Promise.all([
    listingRows(db).where('id', '=', id).executeTakeFirst(),
    versionsQuery(db, id).execute(),
  ]);
  if (!listing) throw listingNotFound();
  return presentVersions(listing, versions);
}
