import { type Kysely, type OperationNodeSource, type Selectable, sql, type Transaction } from 'kysely';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';

/**
 * Executes a statement on listings and invalidates the surrogate keys of the rows that it returns. A change of place or
 * category first selects the row through this function, so that the old keys are invalidated as well.
 * @param statement a statement that returns whole rows: `update listings … returning *`, `select * … for update`
 * @returns the rows of the statement
 */
export async function writeAndInvalidate(
  trx: Transaction<DB>,
  statement: OperationNodeSource,
): Promise<Selectable<Listings>[]> {
  const rows = await queryClassified(trx, statement);
  await invalidate(trx, rows.flatMap(toSurrogateKeys));
  return rows;
}

/** The rows that a statement answers, each with the slugs of its classification, from which its surrogate keys are made. */
export async function queryClassified(
  db: Kysely<DB>,
  statement: OperationNodeSource,
): Promise<(Selectable<Listings> & ClassifiedListing)[]> {
  const { rows } = await sql<Selectable<Listings> & ClassifiedListing>`
    with l as (${statement})
    select l.*, p.slug as "citySlug", n.slug as "neighborhoodSlug", y.slug as "countySlug", o.slug as "locationSlug", c.slug as "categorySlug",
      t.slug as "topCategorySlug", ${moreCategorySlugs} as "moreCategorySlugs", l.level <> 'free' as paid, b.organization_id as "organizationId"
    from l
    left join places p on p.id = l.place_id
    left join places n on n.id = l.neighborhood_id
    join counties y on y.id = l.county_id
    join locations o on o.id = l.location_id
    join categories c on c.id = l.category_id
    join categories t on t.id = l.top_category_id
    left join organization_branches b on b.listing_id = l.id`.execute(db);
  return rows;
}

/** Of its further categories, and of their top categories, which list it too. */
const moreCategorySlugs = sql`case when l.more_category_ids = '{}' then '{}'::text[] else array(
    select m.slug from categories c join categories m on m.id in (c.id, c.parent_id) where c.id = any(l.more_category_ids)) end`;

/** What the surrogate keys of a listing consist of: its id and the slugs of its places and categories. */
export type ClassifiedListing = {
  id: number;
  citySlug: string | null;
  neighborhoodSlug: string | null;
  countySlug: string;
  zip: string;
  locationSlug: string;
  categorySlug: string;
  topCategorySlug: string;
  moreCategorySlugs: string[];
  paid: boolean;
  /** Of which it is a branch. */
  organizationId: number | null;
};

/**
 * The surrogate keys of every response that shows or counts this listing: its own page, the lists of its city, county, ZIP
 * code, location and categories, the newest listings, the counts, the featured listings if it is paid, and the other branches. A response
 * declares the keys of what it shows; a verb invalidates them when the listing is added, changed or removed.
 */
export function toSurrogateKeys(listing: ClassifiedListing): string[] {
  return [
    `listing:${listing.id}`,
    ...[listing.citySlug, listing.neighborhoodSlug].flatMap((slug) => (slug ? [`city:${slug}`] : [])),
    `county:${listing.countySlug}`,
    `zip:${listing.zip}`,
    `location:${listing.locationSlug}`,
    `category:${listing.categorySlug}`,
    ...[listing.topCategorySlug, ...listing.moreCategorySlugs].map((slug) => `category:${slug}`),
    'recent',
    'counts',
    ...(listing.paid ? ['featured'] : []),
    ...(listing.organizationId === null ? [] : [organizationKey(listing.organizationId)]),
  ];
}

/** The surrogate key of the page of an organization, and of those that link to it. */
export const organizationKey = (id: number) => `organization:${id}`;
