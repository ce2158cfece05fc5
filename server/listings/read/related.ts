import { type Kysely, sql } from 'kysely';
import type { ListingAtDistance } from '#contract/listings.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { distanceKm } from '#server/places/points.ts';
import { findZipCode, nearbyZipCodes } from '#server/places/zip-codes.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { CARD_COLUMNS, type CardRow, type PageRow } from './columns.ts';
import { presentDistance, toPoint } from './distance.ts';
import { listingKey, nextChangeAt, type PagedListings } from './list.ts';
import { findListingRow } from './listings.ts';
import { presentListing } from './presenter.ts';

/**
 * Listings related to a listing: up to `limit` of its category in the nearest ZIP codes, then the newest others of its top
 * category in its county, each nearest first. They have distances if the listing has an exact point.
 * @throws {NotFound} when visitors may not see the listing itself
 */
export async function findRelatedListings(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  id: number,
  { limit }: { limit: number },
): Promise<PagedListings & { listings: ListingAtDistance[] }> {
  const listing = await findListingRow(db, id);
  const zip = findZipCode(gazetteer, listing.zip);
  const sameCategory = await nearbyQuery(listing, nearbyZipCodes(gazetteer, zip), limit).execute(db);
  const isFilledNearby = sameCategory.rows.length === limit;
  const sameCounty = isFilledNearby ? [] : (await sameCountyQuery(listing, 2 * limit).execute(db)).rows;
  const known = new Set(sameCategory.rows.map((row) => row.id));
  const others = sameCounty.filter((row) => !known.has(row.id)).slice(0, limit - known.size);
  const origin = toPoint(listing);
  const toMiddle = (row: RelatedRow) => gazetteer.zipCodes.get(row.zip) ?? zip;
  const toKm = (row: RelatedRow) => distanceKm(origin ?? zip, toPoint(row) ?? toMiddle(row));
  const nearestFirst = (rows: RelatedRow[]) => rows.toSorted((a, b) => toKm(a) - toKm(b));
  const related = [...nearestFirst(sameCategory.rows), ...nearestFirst(others)];

  const category = gazetteer.categories.byId.get(listing.category_id);
  return {
    listings: related.map((row) => ({ ...presentListing(row, gazetteer), ...presentDistance(origin, row) })),
    cursor: null,
    surrogateKeys: [
      listingKey(listing),
      ...related.map(listingKey),
      ...(category ? categoryKeys(category, isFilledNearby ? 'itself' : 'with its parent') : []),
    ],
    expiresAt: nextChangeAt([listing, ...related]),
  };
}

type RelatedRow = CardRow & Pick<PageRow, 'lat' | 'lng'>;

function categoryKeys({ slug, parent }: CategoryNode, which: 'itself' | 'with its parent') {
  const keys = [`category:${slug}`];
  if (which === 'with its parent' && parent) keys.push(`category:${parent.slug}`);
  return keys;
}

const columns = sql.join([...CARD_COLUMNS, 'lat', 'lng'].map((column) => sql.ref(column)));
const newestFirst = sql`created_at desc, id desc`;

/**
 * The first listings of the same category in ZIP codes, in their order. PostgreSQL knows that they are in the order of `rank`: no ZIP code is
 * read after the one that fills the limit. Exported, like the other query, for the test of its plan.
 */
export const nearbyQuery = (listing: Pick<CardRow, 'id' | 'category_id'>, zipCodes: string[], limit: number) =>
  sql<RelatedRow>`
    select same_category.*
    from unnest(${zipCodes}::char(5)[]) with ordinality as nearby (nearby_zip, rank)
    cross join lateral (
      select ${columns} from public_listings
      where category_id = ${listing.category_id} and zip = nearby_zip and id <> ${listing.id}
      order by ${newestFirst} limit ${limit}
    ) as same_category
    order by rank, ${newestFirst}
    limit ${limit}`;

/** The newest listings of the same top category and county. */
export const sameCountyQuery = (listing: Pick<CardRow, 'id' | 'top_category_id' | 'county_id'>, limit: number) =>
  sql<RelatedRow>`
    select ${columns} from public_listings
    where top_category_id = ${listing.top_category_id} and county_id = ${listing.county_id} and id <> ${listing.id}
    order by ${newestFirst} limit ${limit}`;
