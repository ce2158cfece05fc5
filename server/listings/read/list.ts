import { type Kysely, sql } from 'kysely';
import type { Listing, ListingsQuery } from '#contract/listings.ts';
import type { DB } from '#server/db/schema.ts';
import { paginate, parseCursor, type TimePosition, timePosition } from '#server/http/cursor.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { CARD_COLUMNS, type CardRow, presentListing } from './presenter.ts';
import { type ListingScope, publicRows } from './scopes.ts';

/** One page of a list, with its surrogate keys. */
export interface PagedListings {
  listings: Listing[];
  /** The cursor of the next page; null at the end. */
  cursor: string | null;
  surrogateKeys: string[];
  /** When it changes without an invalidation, because a listing expires or a paid term ends; null for never. */
  expiresAt: Date | null;
}

/**
 * The public listings of a scope, newest first; `featured` picks the paid ones, in the order of this minute
 * (`featuredRotation`), or all others.
 * @param scope null where there can be no listings
 * @throws {Invalid} for a malformed cursor
 */
export async function listListings(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  scope: ListingScope | null,
  { limit, cursor, featured }: ListingsQuery,
): Promise<PagedListings> {
  if (!scope) return { listings: [], cursor: null, surrogateKeys: ['gazetteer'], expiresAt: null };
  const rotation = cursor === undefined && featured ? await featuredRotation(db, scope) : undefined;
  const start = cursor === undefined ? rotation?.start : parsePageStart(cursor);
  const rows = await readRows(db, scope, { limit, featured, ...start });
  const toPosition = ({ created_at, id }: CardRow) => ({ at: created_at, id, origin: start?.origin });
  const { page, cursor: next } = paginate(rows, limit, toPosition);
  return {
    listings: page.map((row) => presentListing(row, gazetteer)),
    cursor: next,
    surrogateKeys: [scope.key, ...page.map(listingKey)],
    expiresAt: rotation ? rotation.expiresAt : nextChangeAt(page),
  };
}

type PageOptions = Pick<ListingsQuery, 'limit' | 'featured'>;

/** One page of a list and at least a row more, if there are any: down to its end, then of a rotated list from the top to its origin. */
async function readRows(db: Kysely<DB>, scope: ListingScope, { after, origin, ...page }: PageOptions & PageStart) {
  if (!origin) return listQuery(db, scope, { ...page, after }).execute();
  const pastEnd = isPastEnd({ after, origin });
  const rows = pastEnd ? [] : await listQuery(db, scope, { ...page, after }).execute();
  if (rows.length > page.limit) return rows;
  const fromTop = await listQuery(db, scope, { ...page, after: pastEnd ? after : undefined, downTo: origin }).execute();
  return [...rows, ...fromTop];
}

// The limit is part of the statement's text, so that PostgreSQL plans for it; three sizes keep the statements few.
const FETCH_SIZES = [5, 21, 101];

/** One page of a list and at least a row more, between two positions. Exported for the test that looks at its plan. */
export function listQuery(
  db: Kysely<DB>,
  scope: ListingScope,
  { limit, featured, after, downTo }: PageOptions & { after?: TimePosition; downTo?: TimePosition },
) {
  let query = publicRows(db, scope, featured).select(CARD_COLUMNS);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`);
  if (downTo) query = query.where(sql<boolean>`(created_at, id) >= (${downTo.at}, ${downTo.id})`);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(FETCH_SIZES.find((rows) => rows > limit) ?? limit + 1))
    .$castTo<CardRow>();
}

/** The surrogate key of a listing. */
export const listingKey = ({ id }: { id: number }) => `listing:${id}`;

/** When the first of these expires or loses its paid level; null for never. */
export function nextChangeAt(rows: Pick<CardRow, 'shown_level' | 'paid_until' | 'expires_at'>[]): Date | null {
  const changes = rows.flatMap(({ shown_level, paid_until, expires_at }) => [
    expires_at,
    shown_level === 'free' ? null : paid_until,
  ]);
  return changes.reduce((first, change) => (change && (!first || change < first) ? change : first), null);
}

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
