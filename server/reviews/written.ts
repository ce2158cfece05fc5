import { type Kysely, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { WrittenReview } from '#contract/reviews/reviews.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { readContent, type StoredReview } from './stored-review.ts';

/**
 * The reviews that an account wrote, the newest first, as it wrote them last.
 * @throws {Invalid} for a malformed cursor
 */
export async function listWrittenReviews(
  db: Kysely<DB>,
  accountId: number,
  query: ListQuery,
): Promise<{ reviews: WrittenReview[]; cursor: string | null }> {
  const rows = await writtenReviewsQuery(db, accountId, query).execute();
  const { page, cursor } = paginate(rows, query.limit, byId);
  const reviews = page.map((row) => {
    const { stars, body } = readContent(row);
    return {
      id: row.id,
      listing: { id: row.listing_id, title: row.title },
      path: toReviewPath(row),
      stars,
      text: body,
      status: row.pending_change === null ? row.status : ('waiting' as const),
      createdAt: row.created_at.toISOString(),
    };
  });
  return { reviews, cursor };
}

/** One page of them and one more row. Exported for the test of its query plan. */
export function writtenReviewsQuery(db: Kysely<DB>, accountId: number, { cursor, limit }: ListQuery) {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : parseCursor(cursor, idPosition).id;
  return db
    .selectFrom('reviews as r')
    .innerJoin('listings as l', 'l.id', 'r.listing_id')
    .selectAll('r')
    .select(sql<string>`coalesce(l.title, '')`.as('title'))
    .where('r.author_id', '=', accountId)
    .where('r.id', '<', before)
    .orderBy('r.id', 'desc')
    .limit(limit + 1);
}

/** The page on which the author changes it; null once what proved the visit is gone. */
function toReviewPath({ proof, listing_id, conversation_id, entered_code_id }: StoredReview): string | null {
  if (proof === 'document') return `/review/${listing_id}`;
  if (proof === 'receipt') return entered_code_id === null ? null : `/receipt-codes/${entered_code_id}`;
  return conversation_id === null ? null : `/conversations/${conversation_id}`;
}
