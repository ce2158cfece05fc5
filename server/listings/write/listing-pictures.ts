import type { Transaction } from 'kysely';
import type { ListingFields } from '#contract/listing-form.ts';
import type { OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { attachPhotos } from '#server/photos/photos.ts';
import type { DB } from '#server/platform/db/schema.ts';

/**
 * Attaches the pictures of its form to a listing.
 * @param own.uploaderId see `attachPhotos`
 * @throws {Invalid} see `attachPhotos`
 */
export async function setPictures(
  trx: Transaction<DB>,
  { ownerId, id, uploaderId }: OwnerListingId & { uploaderId?: number },
  { logo, photos }: Pick<ListingFields, 'logo' | 'photos'>,
): Promise<void> {
  const attached = await attachPhotos(trx, { ownerId, listingId: id, logo, photos, uploaderId });
  await trx
    .updateTable('listings')
    .set({ logo: attached.logo && JSON.stringify(attached.logo), photos: JSON.stringify(attached.photos) })
    .where('id', '=', id)
    .execute();
}
