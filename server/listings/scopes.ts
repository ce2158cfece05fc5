import type { CategoryNode, County, Place, ZipCode } from '../places/gazetteer.ts';
import type { PlaceOfSlug } from '../places/places.ts';

/** Which listings a list holds. */
export interface Scope {
  /** What their columns are; nothing for all of them. */
  where: Partial<
    Record<'county_id' | 'place_id' | 'location_id' | 'zip' | 'category_id' | 'top_category_id', number | string>
  >;
  /** The surrogate key that is renewed when a listing comes into or leaves the scope. */
  key: string;
}

export const everywhere: Scope = { where: {}, key: 'recent' };

/** Every list of featured listings alone; `featured` is its key. */
export const featuredEverywhere: Scope = { where: {}, key: 'featured' };

export const inCounty = ({ id, slug }: County): Scope => ({ where: { county_id: id }, key: `county:${slug}` });

export const inZipCode = ({ zip }: ZipCode): Scope => ({ where: { zip }, key: `zip:${zip}` });

/** Null for a region outside California: no listing lies there. */
export function inPlace(found: PlaceOfSlug): Scope | null {
  switch (found.type) {
    case 'location':
      return { where: { location_id: found.location.id }, key: `location:${found.location.slug}` };
    case 'city':
      return inCity(found.place);
    case 'region':
      return null;
  }
}

const inCity = ({ id, slug }: Place): Scope => ({ where: { place_id: id }, key: `city:${slug}` });

/** A top category holds its children's listings too. */
export const inCategory = ({ id, slug, parent }: CategoryNode): Scope => ({
  where: { [parent ? 'category_id' : 'top_category_id']: id },
  key: `category:${slug}`,
});

/** What comes into or leaves it comes into or leaves the city. */
export function inCityCategory(city: Place, category: CategoryNode): Scope {
  const { where, key } = inCity(city);
  return { where: { ...where, ...inCategory(category).where }, key };
}
