import { type Kysely, sql } from 'kysely';
import type { Listing, ListingPage, ListingsQuery } from '#contract/listings.ts';
import type { DB } from '#server/db/schema.ts';
import { paginate, type TimePosition } from '#server/http/cursor.ts';
import { NotFound } from '#server/http/errors.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import {
  CARD_COLUMNS,
  type CardRow,
  PAGE_COLUMNS,
  type PageRow,
  presentListing,
  presentListingPage,
} from './presenter.ts';
import { featuredRotation, isPastEnd, type PageStart, parsePageStart } from './rotation.ts';
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
  const pastEnd = isPastEnd({ after, origin });
  const rows = pastEnd ? [] : await listQuery(db, scope, { ...page, after }).execute();
  if (!origin || rows.length > page.limit) return rows;
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

/** The public ones of some listings, in the order of the given ids. */
export async function findListingsByIds(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  ids: number[],
): Promise<Omit<PagedListings, 'cursor'>> {
  const rows = await listingsByIdsQuery(db, ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    listings: found.map((row) => presentListing(row, gazetteer)),
    surrogateKeys: found.map(listingKey),
    expiresAt: nextChangeAt(found),
  };
}

/** Exported for the test of its query plan. */
export const listingsByIdsQuery = (db: Kysely<DB>, ids: number[]) =>
  db
    .selectFrom('public_listings')
    .select(CARD_COLUMNS)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .$castTo<CardRow>();

/**
 * The public page of a listing.
 * @throws {NotFound} see `findListingRow`
 */
export async function findListing(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  id: number,
): Promise<{ listing: ListingPage; expiresAt: Date | null }> {
  const row = await findListingRow(db, id);
  return { listing: presentListingPage(row, gazetteer), expiresAt: nextChangeAt([row]) };
}

/**
 * The row of a public listing.
 * @throws {NotFound} "The ad you're looking for doesn't exist or has been removed."
 */
export async function findListingRow(db: Kysely<DB>, id: number): Promise<PageRow> {
  const row = await db
    .selectFrom('public_listings')
    .select(PAGE_COLUMNS)
    .where('id', '=', id)
    .$castTo<PageRow>()
    .executeTakeFirst();
  if (!row) throw listingNotFound();
  return row;
}

/** The error for a listing that does not exist, or that the account may not see. */
export const listingNotFound = () => new NotFound("The ad you're looking for doesn't exist or has been removed.");

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
