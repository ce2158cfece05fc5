import { type Kysely, sql } from 'kysely';
import type { DecisionKind } from '#contract/admin/decisions.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { ListQuery } from '#contract/api.ts';
import type { Photo } from '#contract/photos.ts';
import type { FakeSign } from '#contract/reviews/fake-signs.ts';
import type { WaitingReview } from '#contract/reviews/review-queue.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import { findWords } from '#server/conversations/spam.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { presentReview } from '#server/reviews/list.ts';
import { findReviewPictures } from '#server/reviews/pictures.ts';
import { needsDecision, type ReviewRow, readContent, reviewRows } from '#server/reviews/stored-review.ts';
import { addBusinessDays } from '#server/staff/business-days.ts';
import { DUE_BUSINESS_DAYS } from '#server/staff/decision-times.ts';
import type { DecisionCase } from '#server/staff/decisions.ts';

/**
 * The reviews that wait for the staff, the oldest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listWaitingReviews(
  db: Kysely<DB>,
  query: ListQuery,
  { messageWords }: Pick<SettingValues, 'messageWords'>,
) {
  const [rows, { total }] = await Promise.all([
    waitingReviewsQuery(db, query).execute(),
    db
      .selectFrom('reviews as r')
      .select(sql<number>`count(*)::int`.as('total'))
      .where(needsDecision)
      .executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  const pictures = await findReviewPictures(
    db,
    page.flatMap((row) => [...readContent(row).pictures, ...(row.document === null ? [] : [row.document])]),
  );
  return { reviews: page.map((row) => present(row, pictures, messageWords)), cursor, total };
}

/** One page of them and one more row. Exported for the test of its query plan. */
export const waitingReviewsQuery = (db: Kysely<DB>, { cursor, limit }: ListQuery) =>
  reviewRows(db)
    .where(needsDecision)
    .where('r.id', '>', cursor === undefined ? 0 : parseCursor(cursor, idPosition).id)
    .orderBy('r.id')
    .limit(limit + 1);

/** A review with its author, whom the response does not name. */
export type ListedReview = WaitingReview & { authorId: number | null };

function present(row: ReviewRow, pictures: Map<string, Photo>, messageWords: string): ListedReview {
  const { publishedAt: _, editedAt: __, ...review } = presentReview({ ...row, ...readContent(row) }, pictures);
  const isAppeal = isOpenAppeal(row);
  const since = waitingSince(row);
  return {
    ...review,
    authorId: row.author_id,
    status: row.status,
    listing: { id: row.listing_id, title: row.title },
    earlier: row.pending_change === null ? null : { stars: row.stars, text: row.body },
    document: (row.document !== null && pictures.get(row.document)) || null,
    signs: row.fake_signs as FakeSign[],
    words: findWords(review.text, messageWords),
    waitingSince: since.toISOString(),
    dueAt: addBusinessDays(since, DUE_BUSINESS_DAYS[isAppeal ? 'appeals' : 'reviews']).toISOString(),
    report: row.reported_at === null ? null : { rule: row.report_rule as ReviewRule, text: row.report_text ?? '' },
    appeal: isAppeal
      ? {
          text: row.appeal_text ?? '',
          rule: row.withheld_rule as ReviewRule,
          reason: row.withheld_reason ?? '',
        }
      : null,
  };
}

/** Whether an appeal waits for its decision. */
export const isOpenAppeal = ({ appealed_at, appeal_decided_at }: ReviewRow) =>
  appealed_at !== null && appeal_decided_at === null;

/** What deciding on a review is: on its appeal, or on the review. */
export const toDecisionKind = (row: ReviewRow): DecisionKind =>
  isOpenAppeal(row) ? 'review-appeal-decided' : 'review-withheld';

/** The account and listing that a decision on a review concerns. */
export const toCase = ({ id, author_id, listing_id }: ReviewRow): DecisionCase => ({
  accounts: [author_id],
  listings: [listing_id],
  ref: id,
});

/** Since when the staff could decide. */
export const waitingSince = (row: ReviewRow): Date =>
  isOpenAppeal(row) ? (row.appealed_at as Date) : (row.reported_at ?? row.waiting_since);
