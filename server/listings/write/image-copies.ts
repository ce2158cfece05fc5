import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { detachFiles } from '#server/photos/detach-files.ts';
import { type FetchPicture, PictureRefused } from '#server/photos/fetch-picture.ts';
import type { StoredPicture } from '#server/photos/pictures.ts';
import { insertPhoto, type PictureDeps, storePicture } from '#server/photos/upload.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { consumeOnCommit } from '#server/platform/http/rate-limit.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { writeAndInvalidate } from './write-and-invalidate.ts';

/** Copies of the pictures at the image URLs of listings, made by jobs. */
export interface ImageCopies {
  /** Queues a copy of the picture at a new listing's image URL. */
  queue(trx: Transaction<DB>, own: OwnerListingId): Promise<void>;
  /**
   * Removes the files of the former copy, and queues one of the current URL. The caller clears the listing's columns.
   * @throws {TooManyRequests} after 60 of them for an account in an hour
   */
  replace(trx: Transaction<DB>, own: OwnerListingId, imageUrl: string | null): Promise<void>;
}

interface CopyDeps extends PictureDeps {
  fetchPicture: FetchPicture;
}

// Each copy makes the server request up to 10 MB from a host that the account names.
const REPLACE_RATE_LIMIT = { limit: 60, windowSeconds: 60 * 60 };

const COPY_QUEUE = {
  name: 'copy-image',
  // Retries after 1, 2, 4 … minutes, for half a day.
  retryLimit: 9,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 3 * 60 * 60,
  // Longer than the request and the encoding of the pictures before it.
  expireInSeconds: 300,
  deleteAfterSeconds: 24 * 60 * 60,
};

/** Starts the worker, and queues what was not copied: listings of earlier releases, and what was given up. */
export async function openImageCopies({
  jobs,
  log,
  ...deps
}: CopyDeps & { jobs: Jobs; log: FastifyBaseLogger }): Promise<ImageCopies> {
  const queue = await jobs.openQueue<{ listingId: number }>({
    queue: COPY_QUEUE,
    concurrency: 2,
    work: ({ listingId }) => copyImage(deps, listingId),
    failureMessage: 'a picture was not copied',
    toLogFields: ({ listingId }) => ({ listing: listingId }),
  });
  const add = (trx: Transaction<DB>, { id }: OwnerListingId) => queue.add(trx, [{ listingId: id }]);
  await deps.db.transaction().execute(async (trx) => queue.add(trx, await findNotCopied(trx)));
  return {
    queue: add,
    async replace(trx, own, imageUrl) {
      await consumeOnCommit(trx, `copy-image:${own.ownerId}`, REPLACE_RATE_LIMIT);
      await detachFiles(trx, 'photos', sql`listing_id = ${own.id} and is_copy`);
      if (imageUrl !== null) await add(trx, own);
    },
  };
}

async function findNotCopied(db: Kysely<DB>): Promise<{ listingId: number }[]> {
  return db
    .selectFrom('listings')
    .select('id as listingId')
    .where('image_url', 'is not', null)
    .where('image_copy', 'is', null)
    .where('image_refused', '=', false)
    .where('owner_id', 'is not', null)
    .execute();
}

/** Copies the picture at the image URL of a listing, unless that was done. */
async function copyImage({ fetchPicture, ...deps }: CopyDeps, listingId: number): Promise<void> {
  const listing = await deps.db
    .selectFrom('listings')
    .select(['image_url', 'owner_id'])
    .where('id', '=', listingId)
    .where('image_url', 'is not', null)
    .where('image_copy', 'is', null)
    .where('image_refused', '=', false)
    .executeTakeFirst();
  if (!listing || listing.image_url === null || listing.owner_id === null) return;
  const source = { listingId, ownerId: listing.owner_id, imageUrl: listing.image_url };
  try {
    const bytes = await fetchPicture(source.imageUrl);
    await storePicture(deps, bytes, async (trx, row, picture) => {
      if (!(await lockSource(trx, source))) return null;
      const { id } = await insertPhoto(trx, {
        ...row,
        owner_id: source.ownerId,
        listing_id: listingId,
        is_copy: true,
      });
      const copy: StoredPicture = { id, ...picture };
      await writeAndInvalidate(
        trx,
        sql`update listings set image_copy = ${JSON.stringify(copy)}, image_refused = false where id = ${listingId} returning *`,
      );
      return copy;
    });
  } catch (error) {
    if (!(error instanceof PictureRefused || error instanceof Invalid)) throw error;
    await deps.db.transaction().execute(async (trx) => {
      if (!(await lockSource(trx, source))) return;
      await trx.updateTable('listings').set({ image_refused: true }).where('id', '=', listingId).execute();
    });
  }
}

/**
 * Locks a listing, after its account, as every transaction that locks both.
 * @returns whether the picture at this URL is still to be copied for this owner
 */
async function lockSource(
  trx: Transaction<DB>,
  { listingId, ownerId, imageUrl }: { listingId: number; ownerId: number; imageUrl: string },
): Promise<boolean> {
  await trx.selectFrom('accounts').select('id').where('id', '=', ownerId).forKeyShare().execute();
  const { rows } = await sql`
    select from listings
    where id = ${listingId} and owner_id = ${ownerId} and image_url = ${imageUrl} and image_copy is null
    for no key update`.execute(trx);
  return rows.length > 0;
}
