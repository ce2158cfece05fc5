import { z } from '#contract/zod.ts';
import { parseCursor, type TimePosition, timePosition } from '#server/platform/http/cursor.ts';

/**
 * Where a page of a list begins: right after a position, at the top without one. A rotated list has an `origin` as well:
 * from its end it continues at the top, down to the origin.
 */
export interface PageStart {
  after?: Position;
  origin?: TimePosition;
}

/** The position of a listing; `relevance` is that of a list by relevance. */
export type Position = TimePosition & { relevance?: number };

/** Whether a page of a rotated list begins in its second part, which runs from the top of the list down to the origin. */
export const isPastEnd = ({ after, origin }: PageStart) =>
  after !== undefined &&
  origin !== undefined &&
  (after.at > origin.at || (+after.at === +origin.at && after.id > origin.id));

// The position of a page's last row: with the origin if the list is rotated, with the relevance if it is sorted by that.
const newestPosition = timePosition.extend({ origin: timePosition.optional() });
const MAX_INTEGER = 2 ** 31 - 1;
const relevancePosition = timePosition.extend({ relevance: z.int().min(-MAX_INTEGER).max(MAX_INTEGER) });

/**
 * Where the page of a cursor begins.
 * @param byRelevance the order of the list: a cursor is only valid for the order that it was made for
 * @throws {Invalid} for a malformed cursor
 */
export function parsePageStart(cursor: string, byRelevance: boolean): PageStart {
  if (byRelevance) return { after: parseCursor(cursor, relevancePosition) };
  const { origin, ...after } = parseCursor(cursor, newestPosition);
  return { after, origin };
}
