import type { CategoryNode, County, Place, ZipCode } from '#server/places/gazetteer.ts';
import type { ResolvedPlace } from '#server/places/places.ts';

/** The listings of a list. */
export interface ListingScope {
  /** Conditions on columns; empty for all listings. */
  where: Partial<
    Record<
      'county_id' | 'place_id' | 'neighborhood_id' | 'location_id' | 'zip' | 'category_id' | 'top_category_id',
      number | string
    >
  >;
  /** Of a category, its id and those of its children: a listing that has one of them as a further category is of the scope too. */
  categoryIds?: number[];
  /** The surrogate key that is invalidated when a listing enters or leaves the scope. */
  key: string;
  /**
   * The column that orders the list by relevance (docs/decisions/0062-lists-are-ordered-by-relevance.md); a list without one
   * is newest first.
   */
  relevance?: 'completeness' | 'place_relevance' | 'neighborhood_relevance' | 'zip_relevance' | typeof POSTED_FIRST;
}

/** What people posted, newest first, then the most complete of what was imported: the index `listings_recent_relevance`. */
export const POSTED_FIRST = 'posted_first';

/** All public listings. */
export const allListings: ListingScope = { where: {}, key: 'recent', relevance: POSTED_FIRST };

/** Every list of featured listings alone; `featured` is its key. */
export const featuredListings: ListingScope = { where: {}, key: 'featured' };

/** The listings of a county. */
export const inCounty = ({ id, slug }: County): ListingScope => ({
  where: { county_id: id },
  key: `county:${slug}`,
  relevance: 'completeness',
});

/** The listings of a ZIP code. */
export const inZipCode = ({ zip }: ZipCode): ListingScope => ({
  where: { zip },
  key: `zip:${zip}`,
  relevance: 'zip_relevance',
});

/** Null for a region outside California, which has no listings. */
export function inPlace(found: ResolvedPlace): ListingScope | null {
  switch (found.type) {
    case 'location':
      return {
        where: { location_id: found.location.id },
        key: `location:${found.location.slug}`,
        relevance: 'completeness',
      };
    case 'city':
      return inCity(found.place);
    case 'region':
      return null;
  }
}

/** A neighborhood has the listings in it, whose place is mostly its city. */
const inCity = ({ id, slug, isNeighborhood }: Place): ListingScope => ({
  where: isNeighborhood ? { neighborhood_id: id } : { place_id: id },
  key: `city:${slug}`,
  relevance: isNeighborhood ? 'neighborhood_relevance' : 'place_relevance',
});

/** A top category includes the listings of its children. */
export const inCategory = ({ id, slug, parent, children }: CategoryNode): ListingScope => ({
  where: { [parent ? 'category_id' : 'top_category_id']: id },
  categoryIds: [id, ...children.map((child) => child.id)],
  key: `category:${slug}`,
  relevance: 'completeness',
});

/** The key is that of the city: a listing that enters or leaves the scope does so to the city too. */
export function inCityCategory(city: Place, category: CategoryNode): ListingScope {
  const scope = inCity(city);
  const { where, categoryIds } = inCategory(category);
  return { ...scope, where: { ...scope.where, ...where }, categoryIds };
}
