import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { FormPhoto } from '#contract/listing-fields/listing-field-schemas.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid, NotFound } from '#server/platform/http/errors.ts';
import { detachFiles } from './detach-files.ts';
import { pictureUrl, type StoredPicture } from './pictures.ts';

/** The pictures in the form of a listing, and the account that must own them. */
interface PhotoAttachment extends Pick<ListingFields, 'logo' | 'photos'> {
  ownerId: number;
  listingId: number;
  /** Another account that may have uploaded them for the owner, who has them from then on: a member of the staff. */
  uploaderId?: number;
}

/**
 * Attaches pictures to a listing and removes those that it no longer shows. Returns the values of its columns `logo` and
 * `photos`.
 * See docs/decisions/0014-lists-read-one-table.md.
 * @throws {Invalid} for a picture that does not exist, has another owner, belongs to another listing, or occurs twice
 */
export async function attachPhotos(
  trx: Transaction<DB>,
  { ownerId, listingId, logo, photos, uploaderId = ownerId }: PhotoAttachment,
): Promise<{ logo: StoredPicture | null; photos: StoredPicture[] }> {
  const pictures = [...(logo ? [logo] : []), ...photos];
  const ids = pictures.map(({ id }) => id);
  // One statement checks and attaches, so that only one of two listings gets an unattached picture.
  const { rows } = await sql<Omit<StoredPicture, 'alt'>>`
    update photos set listing_id = ${listingId}, owner_id = ${ownerId}
    where id = any(${ids}) and owner_id in (${ownerId}, ${uploaderId}) and not is_copy and coalesce(listing_id, ${listingId}) = ${listingId}
    returning id, name, widths, width, height`.execute(trx);
  const attachable = new Map(rows.map((row) => [row.id, row]));
  const issues: { path: string; message: string }[] = [];
  const pick = ({ id, alt }: FormPhoto, path: string): StoredPicture[] => {
    const picture = attachable.get(id);
    attachable.delete(id);
    if (picture) return [{ ...picture, alt }];
    issues.push({
      path,
      message:
        ids.indexOf(id) === ids.lastIndexOf(id)
          ? t('Please upload this photo again')
          : t('You’ve added this photo twice'),
    });
    return [];
  };
  const attached = {
    logo: logo ? (pick(logo, 'logo')[0] ?? null) : null,
    photos: photos.flatMap((photo, i) => pick(photo, `photos.${i}`)),
  };
  if (issues.length > 0) throw new Invalid(t('Some photos can’t be used.'), issues);

  await detachFiles(trx, 'photos', sql`listing_id = ${listingId} and not is_copy and id <> all(${ids})`);
  return attached;
}

/**
 * Removes all pictures of listings that are about to be purged. The caller clears the columns `logo` and `photos` of rows
 * that remain.
 */
export async function deleteListingPhotos(trx: Transaction<DB>, listingIds: number[]): Promise<void> {
  await detachFiles(trx, 'photos', sql`listing_id = any(${listingIds})`);
}

/**
 * Deletes an uploaded picture that no listing uses.
 * @throws {NotFound} when there is no such picture
 */
export async function deletePhoto(db: Kysely<DB>, ownerId: number, id: number): Promise<void> {
  const deleted = await db
    .transaction()
    .execute((trx) => detachFiles(trx, 'photos', sql`id = ${id} and owner_id = ${ownerId} and listing_id is null`));
  if (deleted === 0) throw new NotFound(t('Picture not found.'));
}

/** The pictures of an account, attached or not, for its export and its deletion. Newest first. */
export const photoPersonalData = {
  name: 'photos',
  async export(db: Kysely<DB>, accountId: number) {
    const photos = await db
      .selectFrom('photos')
      .where('owner_id', '=', accountId)
      .select(['id', 'listing_id as listingId', 'name', 'width', 'height', 'created_at as createdAt'])
      .orderBy('id', 'desc')
      .execute();
    return photos.map(({ name, ...photo }) => ({ ...photo, url: pictureUrl(name, photo.width) }));
  },
  async erase(trx: Transaction<DB>, accountId: number) {
    await detachFiles(trx, 'photos', sql`owner_id = ${accountId}`);
  },
};
