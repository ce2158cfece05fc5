import type { Kysely, Selectable } from 'kysely';
import type { ListingFormValues } from '#contract/listing-form.ts';
import type { Level, ListingPage } from '#contract/listings.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import type { ListingRole } from '#contract/ownership/members.ts';
import { toStoredValues } from '#server/listings/fields.ts';
import { presentPicture, type StoredPicture } from '#server/photos/pictures.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import {
  findOwnerListingRow,
  type OwnerListingId,
  type OwnerListingRow,
  presentOwnerListing,
} from './owner-listings.ts';
import { presentListingPage } from './page-presenter.ts';

/**
 * A listing for its owner, with the values of its form.
 * @throws {NotFound} see `findOwnerListingRow`
 */
export const findOwnerListingPage = async (
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  own: OwnerListingId,
): Promise<OwnerListingPage> =>
  presentOwnerListingPage(await findOwnerListingRow(db, own), gazetteer, own.member?.role);

/** A listing with the values of its form, as its owner sees it, or somebody who helps the owner. */
export function presentOwnerListingPage(
  row: OwnerListingRow,
  gazetteer: Gazetteer,
  role?: ListingRole,
): OwnerListingPage {
  const pictures = [...(row.logo ? [row.logo] : []), ...(row.photos as unknown[])] as StoredPicture[];
  return {
    ...presentOwnerListing(row, gazetteer, role),
    form: toFormValues(row),
    pictures: pictures.map((picture) => ({ id: picture.id, ...presentPicture(picture) })),
  };
}

/**
 * The page of an owner's listing as visitors see it, or would see it if it were public.
 * @throws {NotFound} see `findOwnerListingRow`
 */
export const previewListing = async (db: Kysely<DB>, gazetteer: Gazetteer, own: OwnerListingId): Promise<ListingPage> =>
  presentListingPage(await findOwnerListingRow(db, own), gazetteer);

/**
 * The values of a listing's form. Those of an imported listing need not satisfy the form; `premium` is whether the listing has
 * that level now.
 */
export function toFormValues(row: Selectable<Listings> & { shown_level: Level }): ListingFormValues {
  const toFormPicture = (picture: unknown) => {
    const { id, alt } = picture as StoredPicture;
    return { id, alt };
  };
  return {
    ...toStoredValues(row),
    city: row.city,
    zipCode: row.zip,
    pin: row.point_source === 'owner' ? { lat: row.lat as number, lng: row.lng as number } : null,
    categoryId: String(row.category_id),
    locationId: String(row.location_id),
    premium: row.shown_level === 'premium',
    logo: row.logo === null ? null : toFormPicture(row.logo),
    photos: (row.photos as unknown[]).map(toFormPicture),
  };
}
