import { type Kysely, sql } from 'kysely';
import type { ListingPage } from '#contract/listings.ts';
import type { DB } from '#server/db/schema.ts';
import { NotFound } from '#server/http/errors.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { listingKey, nextChangeAt, type PagedListings } from './list.ts';
import {
  CARD_COLUMNS,
  type CardRow,
  PAGE_COLUMNS,
  type PageRow,
  presentListing,
  presentListingPage,
} from './presenter.ts';

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
