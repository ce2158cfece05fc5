import type { CategoryNode, County, ZipCode } from '../places/gazetteer.ts';
import type { PlaceOfSlug } from '../places/places.ts';

/** Which listings a list holds. */
export interface Scope {
  /** Null for all of them. */
  column: 'county_id' | 'place_id' | 'location_id' | 'zip' | 'category_id' | 'top_category_id' | null;
  value: number | string;
  /** The surrogate key that is renewed when a listing comes into or leaves the scope. */
  key: string;
}

export const everywhere: Scope = { column: null, value: 0, key: 'recent' };

/** Every list of featured listings alone; `featured` is its key. */
export const featuredEverywhere: Scope = { column: null, value: 0, key: 'featured' };

export const inCounty = ({ id, slug }: County): Scope => ({ column: 'county_id', value: id, key: `county:${slug}` });

export const inZipCode = ({ zip }: ZipCode): Scope => ({ column: 'zip', value: zip, key: `zip:${zip}` });

/** Null for a region outside California: no listing lies there. */
export function inPlace(found: PlaceOfSlug): Scope | null {
  switch (found.type) {
    case 'location':
      return { column: 'location_id', value: found.location.id, key: `location:${found.location.slug}` };
    case 'city':
      return { column: 'place_id', value: found.place.id, key: `city:${found.place.slug}` };
    case 'region':
      return null;
  }
}

/** A top category holds its children's listings too. */
export const inCategory = ({ id, slug, parent }: CategoryNode): Scope => ({
  column: parent ? 'category_id' : 'top_category_id',
  value: id,
  key: `category:${slug}`,
});
