import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { FormPhoto } from '#contract/listing-field-schemas.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import type { DB } from '../db/schema.ts';
import { Invalid, NotFound } from '../http/errors.ts';
import { pictureFileName, pictureUrl, type StoredPicture } from './pictures.ts';

/** The pictures that a listing is to show, and whose they have to be. */
interface PhotoAttachment extends Pick<ListingFields, 'logo' | 'photos'> {
  ownerId: number;
  listingId: number;
}

/**
 * Makes pictures those of a listing, and lets go of the ones that it showed before and is to show no more. Answers what
 * its row is to keep.
 * See docs/decisions/0023-listing-rows-copy-their-pictures.md.
 * @throws {Invalid} for a picture that is not there, is another's, belongs to another listing, or is named twice
 */
export async function attachPhotos(
  trx: Transaction<DB>,
  { ownerId, listingId, logo, photos }: PhotoAttachment,
): Promise<{ logo: StoredPicture | null; photos: StoredPicture[] }> {
  const pictures = [...(logo ? [logo] : []), ...photos];
  const ids = pictures.map(({ id }) => id);
  // One statement takes and checks: of two listings that name a loose picture at once, one gets it.
  const { rows } = await sql<Omit<StoredPicture, 'alt'>>`
    update photos set listing_id = ${listingId}
    where id = any(${ids}) and owner_id = ${ownerId} and coalesce(listing_id, ${listingId}) = ${listingId}
    returning id, name, widths, width, height`.execute(trx);
  const taken = new Map(rows.map((row) => [row.id, row]));
  const issues: { path: string; message: string }[] = [];
  const take = ({ id, alt }: FormPhoto, path: string): StoredPicture[] => {
    const picture = taken.get(id);
    taken.delete(id);
    if (picture) return [{ ...picture, alt }];
    issues.push({
      path,
      message:
        ids.indexOf(id) === ids.lastIndexOf(id) ? 'Please upload this picture again' : 'This picture is there twice',
    });
    return [];
  };
  const attached = {
    logo: logo ? (take(logo, 'logo')[0] ?? null) : null,
    photos: photos.flatMap((photo, i) => take(photo, `photos.${i}`)),
  };
  if (issues.length > 0) throw new Invalid('Some pictures cannot be used.', issues);

  await detachFiles(trx, sql`listing_id = ${listingId} and id <> all(${ids})`);
  return attached;
}

/**
 * Lets go of all pictures of listings that are about to go for good. A listing's row that stays keeps a copy of them, which
 * the caller empties.
 */
export async function deleteListingPhotos(trx: Transaction<DB>, listingIds: number[]): Promise<void> {
  await detachFiles(trx, sql`listing_id = any(${listingIds})`);
}

/**
 * Takes back a picture that its owner has uploaded, and that no listing shows.
 * @throws {NotFound} when there is no such picture
 */
export async function deletePhoto(db: Kysely<DB>, ownerId: number, id: number): Promise<void> {
  const gone = await db
    .transaction()
    .execute((trx) => detachFiles(trx, sql`id = ${id} and owner_id = ${ownerId} and listing_id is null`));
  if (gone === 0) throw new NotFound('There is no such picture.');
}

/** What an account has among the pictures, with a listing or without (`Belongings`). Newest first. */
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
    await detachFiles(trx, sql`owner_id = ${accountId}`);
  },
};

/**
 * Removes rows of pictures, and writes down that their files are to follow: a disk takes no part in transactions. Answers
 * how many pictures that were.
 */
export async function detachFiles(trx: Transaction<DB>, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ name: string; widths: number[] }>`
    delete from photos where ${which} returning name, widths`.execute(trx);
  const files = rows.flatMap(({ name, widths }) => widths.map((width) => pictureFileName(name, width)));
  if (files.length > 0) await sql`insert into stale_files (name) select unnest(${files}::text[])`.execute(trx);
  return rows.length;
}
