import { type Kysely, type Selectable, sql } from 'kysely';
import type { Photo } from '#contract/photos.ts';
import type { ListingReviews, Review, ReviewsQuery } from '#contract/reviews/reviews.ts';
import { MIN_RATED, type ReviewRule } from '#contract/reviews/rules.ts';
import { z } from '#contract/zod.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { DB, ListingRatings, Reviews } from '#server/platform/db/schema.ts';
import { idPosition, paginate, parseCursor, timePosition } from '#server/platform/http/cursor.ts';
import { findReviewPictures } from './pictures.ts';

/** A page of the reviews of a listing, with what all of them are counted to. */
export interface ReviewPage {
  body: ListingReviews;
  cursor: string | null;
}

/**
 * The reviews of a public listing (a sample has none) that are shown. What a listing pays for is not read here, nor anywhere else in this noun.
 * @throws {NotFound} when the listing is not public
 * @throws {Invalid} for a malformed cursor
 */
export async function listReviews(db: Kysely<DB>, listingId: number, query: ReviewsQuery): Promise<ReviewPage> {
  const [listing, counted, withheld, rows] = await Promise.all([
    sql`
      select from public_listings where id = ${listingId}
      union all select from listings where id = ${listingId} and status = 'sample'`.execute(db),
    db.selectFrom('listing_ratings').selectAll().where('listing_id', '=', listingId).executeTakeFirst(),
    withheldQuery(db, listingId).execute(),
    reviewsQuery(db, listingId, query).execute(),
  ]);
  if (listing.rows.length === 0) throw listingNotFound();
  const { page, cursor } = paginate(rows, query.limit, ({ id, published_at: at, usefulness }) =>
    query.sort === 'newest' ? { id, at } : { id, usefulness },
  );
  const pictures = await findReviewPictures(
    db,
    page.flatMap((row) => row.pictures),
  );
  return {
    body: {
      ...summarize(counted),
      withheld: withheld.map(({ rule, count }) => ({ rule: rule as ReviewRule, count })),
      reviews: page.map((row) => presentReview(row, pictures)),
    },
    cursor,
  };
}

/** The number of reviews, and from three on their average and histogram. */
export function summarize(
  counted: Selectable<ListingRatings> | undefined,
): Pick<ListingReviews, 'count' | 'average' | 'histogram'> {
  const histogram = counted
    ? [counted.stars_1, counted.stars_2, counted.stars_3, counted.stars_4, counted.stars_5]
    : [0, 0, 0, 0, 0];
  const count = histogram.reduce((sum, n) => sum + n, 0);
  if (count < MIN_RATED) return { count, average: null, histogram: null };
  const stars = histogram.reduce((sum, n, index) => sum + n * (index + 1), 0);
  return { count, average: Math.round((stars / count) * 10) / 10, histogram };
}

const usefulPosition = idPosition.extend({ usefulness: z.int() });

/** One page of them and one more row. Exported for the test of its query plan. */
export function reviewsQuery(db: Kysely<DB>, listingId: number, { cursor, limit, sort }: ReviewsQuery) {
  const usefulness = sql<number>`review_usefulness(published_at, body, purchased)`;
  const shown = db
    .selectFrom('reviews')
    .selectAll()
    .select(usefulness.as('usefulness'))
    .where('listing_id', '=', listingId)
    .where('status', '=', 'shown')
    .limit(limit + 1);
  if (sort === 'newest') {
    const after = cursor === undefined ? undefined : parseCursor(cursor, timePosition);
    return shown
      .$if(after !== undefined, (query) => query.where(sql<boolean>`(published_at, id) < (${after?.at}, ${after?.id})`))
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc');
  }
  const after = cursor === undefined ? undefined : parseCursor(cursor, usefulPosition);
  return shown
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${usefulness}, id) < (${after?.usefulness}, ${after?.id})`),
    )
    .orderBy(usefulness, 'desc')
    .orderBy('id', 'desc');
}

/** How many are not shown, by rule. Exported for the same test. */
export const withheldQuery = (db: Kysely<DB>, listingId: number) =>
  db
    .selectFrom('reviews')
    .select(['withheld_rule as rule', sql<number>`count(*)::int`.as('count')])
    .where('listing_id', '=', listingId)
    .where('status', '=', 'withheld')
    .groupBy('withheld_rule')
    .orderBy('count', 'desc')
    .orderBy('rule');

/** A review as visitors read it. `pictures` has its pictures by name. */
export const presentReview = (row: Selectable<Reviews>, pictures: Map<string, Photo>): Review => ({
  id: row.id,
  author: row.author_name,
  proof: row.proof,
  stars: row.stars,
  text: row.body,
  visitedMonth: row.visited_month,
  purchased: row.purchased,
  language: row.language,
  pictures: row.pictures.flatMap((name) => pictures.get(name) ?? []),
  publishedAt: (row.published_at ?? row.created_at).toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  reply:
    row.owner_reply !== null && row.owner_replied_at !== null
      ? {
          text: row.owner_reply,
          at: row.owner_replied_at.toISOString(),
          editedAt: row.owner_reply_edited_at?.toISOString() ?? null,
        }
      : null,
});
