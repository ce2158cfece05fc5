import { NotFound } from '#server/http/errors.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { inCounty, inPlace, inZipCode, type Scope } from '../scopes.ts';

/** A part of the map that has a name: which listings lie in it, and where it is. */
export interface Area {
  name: string;
  /** Its page. */
  path: string;
  where: Scope['where'];
  lat: number;
  lng: number;
  /** A city or ZIP code is a spot that things are near to; a county or location is too wide for that. */
  isSpot: boolean;
}

/**
 * What the slug of a city, location or county names, or a ZIP code. Of one slug for several, the first of these.
 * @throws {NotFound} 'Location Not Found'
 */
export function findArea(gazetteer: Gazetteer, slug: string): Area {
  const area = areaOfSlug(gazetteer, slug);
  if (!area) throw new NotFound('Location Not Found');
  return area;
}

/** The same; undefined where there is none. */
export function areaOfSlug({ places, locations, counties, zipCodes }: Gazetteer, slug: string): Area | undefined {
  const place = places.bySlug.get(slug);
  if (place) {
    const { name, lat, lng } = place;
    const where = inPlace({ type: 'city', place })?.where ?? {};
    return { name, path: `/city/${slug}`, where, lat, lng, isSpot: true };
  }
  const location = locations.bySlug.get(slug);
  if (location) {
    const { name, lat, lng } = location;
    const where = inPlace({ type: 'location', location })?.where ?? {};
    return { name, path: `/${slug}`, where, lat: lat ?? 0, lng: lng ?? 0, isSpot: false };
  }
  const county = counties.bySlug.get(slug);
  if (county) {
    const inside = [...zipCodes.values()].filter((zipCode) => zipCode.county.id === county.id);
    const mean = (of: 'lat' | 'lng') => inside.reduce((sum, zipCode) => sum + zipCode[of], 0) / inside.length;
    const { where } = inCounty(county);
    return { name: county.name, path: `/county/${slug}`, where, lat: mean('lat'), lng: mean('lng'), isSpot: false };
  }
  const zipCode = zipCodes.get(slug);
  if (!zipCode) return undefined;
  const { zip, lat, lng } = zipCode;
  return { name: zip, path: `/zip/${zip}`, where: inZipCode(zipCode).where, lat, lng, isSpot: true };
}
