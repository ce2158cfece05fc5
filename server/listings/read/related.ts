import { type Kysely, sql } from 'kysely';
import type { ListingAtDistance } from '#contract/listings.ts';
import type { DB } from '#server/db/schema.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { distanceKm } from '#server/places/points.ts';
import { findZipCode, nearbyZipCodes } from '#server/places/zip-codes.ts';
import { presentDistance, toPoint } from './distance.ts';
import { listingKey, nextChangeAt, type PagedListings } from './list.ts';
import { findListingRow } from './listings.ts';
import { CARD_COLUMNS, type CardRow, type PageRow, presentListing } from './presenter.ts';

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
  const { rows } = await relatedQuery(listing, nearbyZipCodes(gazetteer, zip), limit).execute(db);
  const seen = new Set<number>();
  const chosen = rows.filter((row) => !seen.has(row.id) && seen.add(row.id)).slice(0, limit);
  const origin = toPoint(listing);
  const toMiddle = (row: RelatedRow) => gazetteer.zipCodes.get(row.zip) ?? zip;
  const toKm = (row: RelatedRow) => distanceKm(origin ?? zip, toPoint(row) ?? toMiddle(row));
  const related = chosen.toSorted((a, b) => Number(b.nearby) - Number(a.nearby) || toKm(a) - toKm(b));

  const category = gazetteer.categories.byId.get(listing.category_id);
  const isFilledNearby = related.length === limit && related.every(({ nearby }) => nearby);
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

/** `nearby` is true for one of the same category in a ZIP code nearby. */
type RelatedRow = CardRow & Pick<PageRow, 'lat' | 'lng'> & { nearby: boolean };

function categoryKeys({ slug, parent }: CategoryNode, which: 'itself' | 'with its parent') {
  const keys = [`category:${slug}`];
  if (which === 'with its parent' && parent) keys.push(`category:${parent.slug}`);
  return keys;
}

/**
 * The nearby listings, then those of the county; a listing may be in both. Each half reads a few rows of an index.
 * Exported for the test of its query plan.
 */
export function relatedQuery(
  listing: Pick<CardRow, 'id' | 'category_id' | 'top_category_id' | 'county_id'>,
  zipCodes: string[],
  limit: number,
) {
  const columns = sql.join([...CARD_COLUMNS, 'lat', 'lng'].map((column) => sql.ref(column)));
  const newest = sql`order by created_at desc, id desc`;
  return sql<RelatedRow>`
    select ${columns}, nearby from (
      select true as nearby, rank, same_category.*
      from unnest(${zipCodes}::char(5)[]) with ordinality as nearby_zips (nearby_zip, rank)
      cross join lateral (
        select ${columns} from public_listings
        where category_id = ${listing.category_id} and zip = nearby_zip and id <> ${listing.id}
        ${newest} limit ${limit}
      ) as same_category
      union all
      select false, 0, same_county.*
      from (
        select ${columns} from public_listings
        where top_category_id = ${listing.top_category_id} and county_id = ${listing.county_id} and id <> ${listing.id}
        ${newest} limit ${2 * limit}
      ) as same_county
    ) as related
    order by nearby desc, rank, created_at desc, id desc
    limit ${2 * limit}`;
}
