import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { OwnReview } from '#contract/reviews/reviews.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { type Author, requireAuthor, type Target } from './author.ts';
import { presentReview } from './list.ts';
import { findReview } from './once-a-year.ts';
import { findReviewPictures } from './pictures.ts';
import { readContent, type StoredReview } from './stored-review.ts';

/** Whether a receipt has to be shown: with the first review, and again if the staff did not accept the last one. */
export const needsDocument = ({ proof }: Target, earlier: StoredReview | undefined) =>
  proof === 'document' &&
  (earlier === undefined ||
    (earlier.proof === 'document' && earlier.published_at === null && earlier.document === null));

/** Deletes the author's review. A second time has no effect. @throws {NotFound} see `requireAuthor` */
export const deleteReview = (db: Kysely<DB>, target: Target): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const review = await findOwnReview(trx, await requireAuthor(trx, target));
    if (!review) return;
    await trx.deleteFrom('reviews').where('id', '=', review.id).execute();
    await invalidate(trx, [listingKey({ id: review.listing_id })]);
  });

/**
 * Asks the staff to look again at a review that is not shown: once for each decision.
 * @throws {NotFound} {Conflict} when it is not withheld, or was appealed before
 */
export async function appeal(db: Kysely<DB>, target: Target, text: string): Promise<OwnReview> {
  await db.transaction().execute(async (trx) => {
    const review = await findOwnReview(trx, await requireAuthor(trx, target));
    if (review?.status !== 'withheld' || review.appealed_at !== null)
      throw new Conflict(t('This review can’t be appealed.'));
    await trx
      .updateTable('reviews')
      .set({ appealed_at: sql`now()`, appeal_text: text })
      .where('id', '=', review.id)
      .execute();
  });
  return presentOwnReview(db, target);
}

/** What an author may do, and their review. @throws {NotFound} {Unauthorized} see `requireAuthor` */
export async function presentOwnReview(db: Kysely<DB>, target: Target): Promise<OwnReview> {
  const author = await requireAuthor(db, target, { lock: false });
  const { business } = author;
  const row = await findOwnReview(db, author);
  const canWrite = author.refusal === undefined && !(row && isAppealOpen(row));
  const common = { business, canWrite, needsDocument: needsDocument(target, row) };
  if (!row) return { ...common, review: null };
  const content = readContent(row);
  const pictures = await findReviewPictures(db, content.pictures);
  const { publishedAt: _, ...review } = presentReview({ ...row, ...content }, pictures);
  const withheld =
    row.status === 'withheld'
      ? {
          rule: row.withheld_rule as ReviewRule,
          reason: row.withheld_reason ?? '',
          canAppeal: row.appealed_at === null,
        }
      : null;
  const hasEarlier = row.pending_change !== null;
  const status = hasEarlier ? 'waiting' : row.status;
  return { ...common, review: { ...review, status, hasEarlier, pictureNames: content.pictures, withheld } };
}

const findOwnReview = async (db: Kysely<DB>, { listingId, emailKey }: Author): Promise<StoredReview | undefined> =>
  listingId === null || emailKey === null ? undefined : findReview(db, listingId, emailKey);

/** Whether the staff has to answer an appeal first. */
export const isAppealOpen = ({ appealed_at, appeal_decided_at }: StoredReview) =>
  appealed_at !== null && appeal_decided_at === null;
