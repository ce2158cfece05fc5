import { type Kysely, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnersReview } from '#contract/reviews/reviews.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { isAccessible, isListedFor } from '#server/listings/members/access.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { presentReview } from './list.ts';
import { notifyOfReply } from './notify-of-reply.ts';
import { findReviewPictures } from './pictures.ts';

/**
 * The reviews that are shown of the listings that an account may read, the newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listOwnersReviews(
  db: Kysely<DB>,
  accountId: number,
  query: ListQuery,
): Promise<{ reviews: OwnersReview[]; cursor: string | null }> {
  const rows = await ownersReviewsQuery(db, accountId, query).execute();
  const { page, cursor } = paginate(rows, query.limit, byId);
  const pictures = await findReviewPictures(
    db,
    page.flatMap((row) => row.pictures),
  );
  const reviews = page.map((row) => ({
    ...presentReview(row, pictures),
    listing: { id: row.listing_id, title: row.title },
    reported: row.reported_at !== null,
  }));
  return { reviews, cursor };
}

/** One page of them and one more row. Exported for the test of its query plan. */
export function ownersReviewsQuery(db: Kysely<DB>, accountId: number, { cursor, limit }: ListQuery) {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : parseCursor(cursor, idPosition).id;
  return db
    .selectFrom('listings')
    .innerJoin('reviews as r', 'r.listing_id', 'listings.id')
    .selectAll('r')
    .select('listings.title')
    .where(isListedFor(accountId, 'read'))
    .where('r.status', '=', 'shown')
    .where('r.id', '<', before)
    .orderBy('r.id', 'desc')
    .limit(limit + 1);
}

/**
 * Writes or changes the one reply of the business, of which the author is emailed once.
 * @throws {NotFound} unless the account may edit the listing, and the review is shown
 */
export const replyToReview = (
  db: Kysely<DB>,
  { id, accountId, text }: { id: number; accountId: number; text: string },
  deps: NoticeDeps,
) =>
  db.transaction().execute(async (trx) => {
    const review = await requireReview(trx, { id, accountId });
    await trx
      .updateTable('reviews')
      .set({
        owner_reply: text,
        owner_replied_at: sql`coalesce(owner_replied_at, now())`,
        owner_reply_edited_at: review.owner_reply === null ? null : sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    await notifyOfReply(trx, id, text, deps);
    await invalidate(trx, [listingKey({ id: review.listing_id })]);
  });

/** Removes the reply. @throws {NotFound} as above */
export const removeReply = (db: Kysely<DB>, { id, accountId }: { id: number; accountId: number }) =>
  db.transaction().execute(async (trx) => {
    const review = await requireReview(trx, { id, accountId });
    await trx
      .updateTable('reviews')
      .set({ owner_reply: null, owner_replied_at: null, owner_reply_edited_at: null })
      .where('id', '=', id)
      .execute();
    await invalidate(trx, [listingKey({ id: review.listing_id })]);
  });

/**
 * Asks the staff to look at a review that breaks a rule. It stays until they decide.
 * @throws {NotFound} as above
 * @throws {Conflict} while an earlier report is open
 */
export const reportReview = (
  db: Kysely<DB>,
  { id, accountId, rule, text }: { id: number; accountId: number; rule: ReviewRule; text: string },
) =>
  db.transaction().execute(async (trx) => {
    const review = await requireReview(trx, { id, accountId });
    if (review.reported_at !== null) throw new Conflict(t('We’re already looking at this review.'));
    await trx
      .updateTable('reviews')
      .set({ reported_at: sql`now()`, report_rule: rule, report_text: text })
      .where('id', '=', id)
      .execute();
  });

async function requireReview(db: Kysely<DB>, { id, accountId }: { id: number; accountId: number }) {
  const review = await db
    .selectFrom('reviews as r')
    .innerJoin('listings', 'listings.id', 'r.listing_id')
    .select(['r.listing_id', 'r.owner_reply', 'r.reported_at'])
    .where('r.id', '=', id)
    .where('r.status', '=', 'shown')
    .where(isAccessible(accountId, 'edit'))
    .forNoKeyUpdate('r')
    .executeTakeFirst();
  if (!review) throw new NotFound(t('We can’t find this review.'));
  return review;
}
