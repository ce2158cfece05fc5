import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { Photo } from '#contract/photos.ts';
import { detachFiles } from '#server/photos/detach-files.ts';
import { pictureFileName, pictureSource } from '#server/photos/pictures.ts';
import { removeUnusedPictures } from '#server/photos/unattached-pictures.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';

/** How long the picture of a receipt is kept at most, if nobody decides. */
const DOCUMENT_DAYS = 30;

/**
 * Makes pictures part of a review.
 * @throws {Invalid} for one that does not exist, was removed, or is part of another review
 */
export async function attachReviewPictures(trx: Transaction<DB>, reviewId: number, names: string[]): Promise<void> {
  if (names.length === 0) return;
  const { numUpdatedRows } = await trx
    .updateTable('review_pictures')
    .set({ review_id: reviewId })
    .where('name', 'in', names)
    .where((where) => where.or([where('review_id', 'is', null), where('review_id', '=', reviewId)]))
    .executeTakeFirst();
  if (numUpdatedRows !== BigInt(new Set(names).size))
    throw new Invalid(t('Some pictures can’t be used.'), [
      { path: 'pictures', message: t('Please add the pictures again.') },
    ]);
}

/** Removes pictures that neither the reviews nor their changes have any more, and documents that were decided on. */
export const releasePictures = (trx: Transaction<DB>, reviewIds: number[]): Promise<number> =>
  detachFiles(
    trx,
    'review_pictures',
    sql`review_id = any(${reviewIds}::bigint[]) and not exists (
      select from reviews r where r.id = review_id
        and (name = any(r.pictures) or name = r.document or r.pending_change -> 'pictures' ? name))`,
  );

/** The pictures of reviews, by name. */
export async function findReviewPictures(db: Kysely<DB>, names: string[]): Promise<Map<string, Photo>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('review_pictures')
    .select(['name', 'widths', 'width', 'height'])
    .where('name', 'in', names)
    .execute();
  return new Map(
    rows.map((picture) => [
      picture.name,
      pictureSource({ ...picture, alt: '' }, (name, width) => `/api/review-pictures/${pictureFileName(name, width)}`),
    ]),
  );
}

/** Deletes pictures that were never sent, those of deleted reviews, and documents on which nobody decided. Runs hourly. */
export async function deleteUnusedReviewPictures(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      update reviews set document = null
      where document is not null and created_at <= now() - make_interval(days => ${sql.lit(DOCUMENT_DAYS)})
      returning id`.execute(trx);
    await releasePictures(
      trx,
      rows.map(({ id }) => id),
    );
  });
  await removeUnusedPictures(db, 'review_pictures', sql`review_id is null`);
}
