import type { Kysely } from 'kysely';
import type { ListingPage } from '#contract/listings.ts';
import { findListing, listingNotFound } from '#server/listings/read/listings.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** What other sites, calendars and address books show of a listing: what its page shows, and until when that is so. */
export interface SharedListing {
  listing: ListingPage;
  surrogateKeys: string[];
  expiresAt: Date | null;
}

/** Where listings are read from. */
export interface SharingDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/**
 * A public listing as it is shared. A sample is not: nobody owns it.
 * @throws {NotFound} see `findListing`
 */
export async function findSharedListing({ db, gazetteer }: SharingDeps, id: number): Promise<SharedListing> {
  const found = await findListing(db, gazetteer, id);
  if (found.listing.sample) throw listingNotFound();
  return found;
}
