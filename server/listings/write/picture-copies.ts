import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { FormPhoto } from '#contract/listing-fields/listing-field-schemas.ts';
import type { OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { pictureFileName, type StoredPicture } from '#server/photos/pictures.ts';
import { insertPhoto, type PictureDeps, storeEncodedPicture } from '#server/photos/upload.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { setPictures } from './listing-pictures.ts';

/**
 * Gives a draft that was copied from a listing, and not edited since, copies of its pictures, unless it has some. Their files are copied
 * too, because each belongs to one row (docs/decisions/0024-files-of-pictures.md). What the listing loses meanwhile is left out.
 * @throws {Unavailable} when the files cannot be read or stored
 */
export async function copyPictures(
  deps: PictureDeps,
  { ownerId, id }: Pick<OwnerListingId, 'ownerId' | 'id'>,
  copyId: number,
): Promise<void> {
  const { logo, photos } = await readPictures(deps.db, { ownerId, id });
  if ((!logo && photos.length === 0) || !(await isBare(deps.db, { ownerId, id: copyId }))) return;
  const copy = (picture: StoredPicture) => copyPicture(deps, ownerId, picture);
  const copiedLogo = logo && (await copy(logo));
  const copiedPhotos: StoredPicture[] = [];
  for (const photo of photos) copiedPhotos.push(...[await copy(photo)].filter((copied) => copied !== null));
  await deps.db.transaction().execute(async (trx) => {
    const own = { ownerId, id: copyId };
    await trx.selectFrom('listings').select('id').where('id', '=', copyId).forUpdate().execute();
    // Another request may have been faster. Then these are removed after a week, as all that no listing uses.
    if (await isBare(trx, own)) await setPictures(trx, own, { logo: copiedLogo, photos: copiedPhotos });
  });
}

async function readPictures(db: Kysely<DB>, { ownerId, id }: OwnerListingId) {
  const row = await db
    .selectFrom('listings')
    .select(['logo', 'photos', 'version', 'status'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return {
    logo: (row?.logo ?? null) as StoredPicture | null,
    photos: (row?.photos ?? []) as unknown as StoredPicture[],
    isNewDraft: row?.status === 'draft' && row.version === 1,
  };
}

/** Whether nobody has given the draft pictures, or edited it. */
async function isBare(db: Kysely<DB>, own: OwnerListingId): Promise<boolean> {
  const { logo, photos, isNewDraft } = await readPictures(db, own);
  return isNewDraft && logo === null && photos.length === 0;
}

/** A picture of the owner with the same files under another name; null where a file is gone. */
async function copyPicture(
  deps: PictureDeps,
  ownerId: number,
  { name, widths, width, height, alt }: StoredPicture,
): Promise<StoredPicture | null> {
  const files: { width: number; bytes: Buffer }[] = [];
  for (const fileWidth of widths) {
    const bytes = await deps.storage.get(pictureFileName(name, fileWidth));
    if (bytes === null) return null;
    files.push({ width: fileWidth, bytes });
  }
  return storeEncodedPicture(deps, { width, height, files }, async (trx, row, picture) => {
    const { id } = await insertPhoto(trx, { ...row, owner_id: ownerId });
    return { ...picture, id, alt };
  });
}

/**
 * A copy, for a listing of an owner, of a picture that the owner or who helps uploaded.
 * @throws {Invalid} where it is gone
 * @throws {Unavailable} when the files cannot be read or stored
 */
export async function copyUploadedPicture(
  deps: PictureDeps,
  { ownerId, uploaderId }: { ownerId: number; uploaderId: number },
  { id, alt }: FormPhoto,
): Promise<FormPhoto> {
  const picture = await deps.db
    .selectFrom('photos')
    .select(['id', 'name', 'widths', 'width', 'height'])
    .where('id', '=', id)
    .where('owner_id', 'in', [ownerId, uploaderId])
    .where('is_copy', '=', false)
    .executeTakeFirst();
  const copied = picture && (await copyPicture(deps, ownerId, { ...picture, alt }));
  if (!copied) throw new Invalid(t('Please upload this photo again'));
  return { id: copied.id, alt };
}
