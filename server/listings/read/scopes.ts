import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import type { CategoryNode, County, Place, ZipCode } from '#server/places/gazetteer.ts';
import type { ResolvedPlace } from '#server/places/places.ts';

/** The listings of a list. */
export interface ListingScope {
  /** Conditions on columns; empty for all listings. */
  where: Partial<
    Record<'county_id' | 'place_id' | 'location_id' | 'zip' | 'category_id' | 'top_category_id', number | string>
  >;
  /** The surrogate key that is invalidated when a listing enters or leaves the scope. */
  key: string;
}

/** The public listings of a scope; `featured` selects the paid ones, or all others. */
export function publicRows(db: Kysely<DB>, { where }: ListingScope, featured: boolean | undefined) {
  let rows = db.selectFrom('public_listings');
  for (const [column, value] of Object.entries(where)) rows = rows.where(sql.ref(column), '=', value);
  // `level <> 'free'` matches the partial indexes of paid listings. Both conditions on `shown_level` are written so that the
  // planner estimates a high selectivity: with `= 'free'` or `paid_until > now()` it collects all rows and sorts them.
  if (featured === true) rows = rows.where(sql<boolean>`level <> 'free' and shown_level <> 'free'`);
  if (featured === false) rows = rows.where(sql<boolean>`shown_level not in ('enhanced', 'premium')`);
  return rows;
}

export const allListings: ListingScope = { where: {}, key: 'recent' };

/** Every list of featured listings alone; `featured` is its key. */
export const featuredListings: ListingScope = { where: {}, key: 'featured' };

export const inCounty = ({ id, slug }: County): ListingScope => ({ where: { county_id: id }, key: `county:${slug}` });

export const inZipCode = ({ zip }: ZipCode): ListingScope => ({ where: { zip }, key: `zip:${zip}` });

/** Null for a region outside California, which has no listings. */
export function inPlace(found: ResolvedPlace): ListingScope | null {
  switch (found.type) {
    case 'location':
      return { where: { location_id: found.location.id }, key: `location:${found.location.slug}` };
    case 'city':
      return inCity(found.place);
    case 'region':
      return null;
  }
}

const inCity = ({ id, slug }: Place): ListingScope => ({ where: { place_id: id }, key: `city:${slug}` });

/** A top category includes the listings of its children. */
export const inCategory = ({ id, slug, parent }: CategoryNode): ListingScope => ({
  where: { [parent ? 'category_id' : 'top_category_id']: id },
  key: `category:${slug}`,
});

/** The key is that of the city: a listing that enters or leaves the scope does so to the city too. */
export function inCityCategory(city: Place, category: CategoryNode): ListingScope {
  const { where, key } = inCity(city);
  return { where: { ...where, ...inCategory(category).where }, key };
}
