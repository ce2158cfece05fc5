import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { parseCursor, type TimePosition, timePosition } from '#server/http/cursor.ts';
import { type ListingScope, publicRows } from './scopes.ts';

const MINUTE_MS = 60_000;

/**
 * Where a page of a list begins: right after a position, at the top without one. A rotated list has an `origin` as well:
 * from its end it continues at the top, down to the origin.
 */
export interface PageStart {
  after?: TimePosition;
  origin?: TimePosition;
}

/**
 * Where the featured listings of a scope begin now: of n, ranked newest first, with the one of rank `minute mod n`. So each of
 * them stands in each position for one minute of n (docs/decisions/0037).
 * @returns where the first page begins, and when the order changes: at the end of the minute, or earlier when a listing
 *   expires or its paid time ends; null for never
 */
export async function featuredRotation(
  db: Kysely<DB>,
  scope: ListingScope,
): Promise<{ start: PageStart; expiresAt: Date | null }> {
  const { count, firstEnd } = await featuredCountQuery(db, scope).executeTakeFirstOrThrow();
  if (count < 2) return { start: {}, expiresAt: firstEnd };
  const minute = Math.floor(Date.now() / MINUTE_MS);
  const minuteEnd = new Date((minute + 1) * MINUTE_MS);
  const expiresAt = firstEnd && firstEnd < minuteEnd ? firstEnd : minuteEnd;
  const first = await featuredAtRankQuery(db, scope, minute % count).executeTakeFirst();
  if (!first) return { start: {}, expiresAt };
  // The origin is no listing's position but the one right above the first listing, so that it stays valid when that one ends.
  const origin = { at: first.created_at, id: first.id + 1 };
  return { start: { after: origin, origin }, expiresAt };
}

/** How many featured listings a scope has, and when the first of them stops being one. Exported for the test of its plan. */
export const featuredCountQuery = (db: Kysely<DB>, scope: ListingScope) =>
  publicRows(db, scope, true).select([
    sql<number>`count(*)`.as('count'),
    sql<Date | null>`min(least(paid_until, expires_at))`.as('firstEnd'),
  ]);

/** The position of the featured listing of a rank, 0 for the newest. Exported for the test of its plan. */
export const featuredAtRankQuery = (db: Kysely<DB>, scope: ListingScope, rank: number) =>
  publicRows(db, scope, true)
    .select(['created_at', 'id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(rank)
    .limit(sql.lit(1))
    .$castTo<{ created_at: Date; id: number }>();

/** Whether a page of a rotated list begins in its second part, which runs from the top of the list down to the origin. */
export const isPastEnd = ({ after, origin }: PageStart) =>
  after !== undefined &&
  origin !== undefined &&
  (after.at > origin.at || (+after.at === +origin.at && after.id > origin.id));

// The position of a page's last row, with the origin if the list is rotated.
const pagePosition = timePosition.extend({ origin: timePosition.optional() });

/**
 * Where the page of a cursor begins.
 * @throws {Invalid} for a malformed cursor
 */
export function parsePageStart(cursor: string): PageStart {
  const { origin, ...after } = parseCursor(cursor, pagePosition);
  return { after, origin };
}
