import { type Kysely, sql } from 'kysely';
import { toLosAngelesTime } from '#contract/hours/los-angeles-time.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { findLicense } from '#server/licenses/shown-license.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { getDatabaseTime } from '#server/platform/page-cache/cache-plugin.ts';
import { findBrand } from './brand.ts';
import { CARD_COLUMNS, type CardRow, PAGE_COLUMNS, type PageRow } from './columns.ts';
import { findProvenance } from './fact-sources.ts';
import { listingKey, nextChangeAt, type PagedListings } from './list.ts';
import { presentListingPage } from './page-presenter.ts';
import { getOrThrow, presentListing } from './presenter.ts';
import { featuredListings } from './scopes.ts';

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
): Promise<{ listing: ListingPage; surrogateKeys: string[]; expiresAt: Date | null }> {
  const row = await findListingRow(db, id);
  const category = getOrThrow(gazetteer.categories.byId, row.category_id);
  const [provenance, license, found] = await Promise.all([
    findProvenance(db, row),
    findLicense(db, row, category.key),
    findBrand(db, row),
  ]);
  const changes = [nextChangeAt([row]), found?.expiresAt ?? null, hasSpecialHours(row) ? nextMidnight() : null].filter(
    (at) => at !== null,
  );
  return {
    listing: { ...presentListingPage(row, gazetteer, provenance, license), brand: found?.brand ?? null },
    surrogateKeys: [listingKey(row), ...(found ? [found.surrogateKey] : [])],
    expiresAt: changes.length > 0 ? new Date(Math.min(...changes.map(Number))) : null,
  };
}

const hasSpecialHours = (row: PageRow) => (row.special_hours as unknown[]).length > 0;

/** When the date changes in Los Angeles. On the two days on which clocks are changed, an hour before or after that. */
function nextMidnight(): Date {
  const now = getDatabaseTime();
  const { minute } = toLosAngelesTime(now);
  return new Date(now + (MINUTES_PER_DAY - (minute % MINUTES_PER_DAY)) * 60_000);
}

const MINUTES_PER_DAY = 24 * 60;

/**
 * The row of a public listing or a sample.
 * @throws {NotFound} "The ad you're looking for doesn't exist or has been removed."
 */
export async function findListingRow(db: Kysely<DB>, id: number): Promise<PageRow> {
  const read = (view: 'public_listings' | 'sample_listings') =>
    db.selectFrom(view).select(PAGE_COLUMNS).where('id', '=', id).$castTo<PageRow>().executeTakeFirst();
  const row = (await read('public_listings')) ?? (await read('sample_listings'));
  if (!row) throw listingNotFound();
  return row;
}

/** The public listing that this one was merged into; undefined where it was not. */
export async function findMergedInto(db: Kysely<DB>, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('listing_merges')
    .innerJoin('public_listings', 'public_listings.id', 'kept_id')
    .select('kept_id')
    .where('merged_id', '=', id)
    .executeTakeFirst();
  return row?.kept_id;
}

/** Samples, newest first. Until a paid listing is there, they show what one looks like. */
export async function listSamples(db: Kysely<DB>, gazetteer: Gazetteer, limit: number): Promise<PagedListings> {
  const rows = await db
    .selectFrom('sample_listings')
    .select(CARD_COLUMNS)
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<CardRow>()
    .execute();
  return {
    listings: rows.map((row) => presentListing(row, gazetteer)),
    cursor: null,
    surrogateKeys: [featuredListings.key, ...rows.map(listingKey)],
    expiresAt: null,
  };
}

/** The error for a listing that does not exist, or that the account may not see. */
export const listingNotFound = () => new NotFound(NOT_FOUND);

const NOT_FOUND = defineMessage("The ad you're looking for doesn't exist or has been removed.");
