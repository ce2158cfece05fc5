import { sql, type Transaction } from 'kysely';
import { CONTENT_COLUMNS } from '#server/listings/fields.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { findOwnerListing, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import type { PictureDeps } from '#server/photos/upload.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { copyPictures } from './picture-copies.ts';
import {
  type CreatedListing,
  consumePosting,
  createFingerprint,
  findExisting,
  lockOwner,
  type PostingDeps,
  type PostResult,
} from './posting.ts';

/** The dependencies of a copy, whose pictures are copied too. */
export type DuplicationDeps = PostingDeps & Pick<PictureDeps, 'storage'>;

const COPIED_COLUMNS = sql.raw(CONTENT_COLUMNS.join(', '));

/**
 * Copies a listing into a draft, with copies of its pictures: a picture belongs to one listing. A repeated request returns the
 * first copy until that is edited, and copies the pictures that could not be stored the first time.
 * @throws {NotFound} {Conflict} see `transition`
 * @throws {TooManyRequests} see `consumePosting`
 * @throws {Unavailable} when a picture cannot be stored; the draft is there then
 */
export async function duplicate(
  { db, gazetteer, imageCopies, settings, storage }: DuplicationDeps,
  own: OwnerListingId,
): Promise<PostResult> {
  const { id, isNew } = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, own.ownerId);
    const { version } = await transition(trx, 'duplicate', { id: own.id, by: own });
    const fingerprint = createFingerprint({ copyOf: own.id, version });
    const existing = await findExisting(trx, { ownerId: own.ownerId, fingerprint });
    const copy = existing ?? (await insertCopy(trx, own, fingerprint, { imageCopies, settings }));
    return { id: copy.id, isNew: existing === undefined };
  });
  await copyPictures({ db, storage }, own, id);
  return { ad: await findOwnerListing(db, gazetteer, { ...own, id }), isNew };
}

async function insertCopy(
  trx: Transaction<DB>,
  { ownerId, id }: OwnerListingId,
  fingerprint: Buffer,
  { imageCopies, settings }: Pick<PostingDeps, 'imageCopies' | 'settings'>,
): Promise<CreatedListing> {
  await consumePosting(trx, settings, ownerId);
  const { rows } = await sql<CreatedListing & { hasImage: boolean }>`
    insert into listings (owner_id, status, fingerprint, ${COPIED_COLUMNS})
    select owner_id, 'draft', ${fingerprint}, ${COPIED_COLUMNS} from listings where id = ${id}
    returning id, status, image_url is not null as "hasImage"`.execute(trx);
  const [copy] = rows as [CreatedListing & { hasImage: boolean }];
  if (copy.hasImage) await imageCopies.queue(trx, { ownerId, id: copy.id });
  return copy;
}
