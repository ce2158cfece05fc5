import type { Kysely } from 'kysely';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import type { DB } from '../../db/schema.ts';
import { listingNotFound } from '../../listings/read/listings.ts';
import { listingRows } from '../../listings/read/owner-listings.ts';
import { presentVersions, versionsQuery } from '../../listings/versions/versions.ts';

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
