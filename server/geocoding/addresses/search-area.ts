import type { Place, ReferenceData, ZipCode } from '#server/places/gazetteer.ts';
import { toNameKey } from '#server/places/places.ts';
import { distanceKm, type Point } from '#server/places/points.ts';

/** Where an address is looked for: around the middle of its ZIP code or city. */
export interface SearchArea {
  middle: Point;
  /** The distance in which most of the area lies. */
  usualKm: number;
  /** Beyond this distance nothing is of the area. */
  maxKm: number;
}

/** A ZIP code reaches nearly as far as the third-nearest one. */
const ZIP_REACH = 0.8;
const MIN_USUAL_KM = 1.5;

/** The areas of an address, the likelier one first: its ZIP code, then its city. Empty where both are unknown. */
export function toSearchAreas(
  gazetteer: Pick<ReferenceData, 'zipCodes' | 'places'>,
  { zip, city }: { zip: string; city: string },
): SearchArea[] {
  const zipCode = gazetteer.zipCodes.get(zip);
  const areas = zipCode ? [toZipArea(gazetteer, zipCode)] : [];
  const key = toNameKey(city);
  const named = key === '' ? [] : gazetteer.places.all.filter(({ name }) => toNameKey(name) === key);
  const [place] = named.toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
  return place ? [...areas, toPlaceArea(gazetteer, place)] : areas;
}

/** The area of a ZIP code. Its bound is that of `isNearZipCode`. */
function toZipArea({ zipCodes }: Pick<ReferenceData, 'zipCodes'>, zip: ZipCode): SearchArea {
  const distances = [...zipCodes.values()].map((other) => distanceKm(zip, other)).sort((a, b) => a - b);
  // Several ZIP codes of PO boxes may have one point.
  const apart = distances.filter((km) => km > 0.3);
  return {
    middle: zip,
    usualKm: Math.max(MIN_USUAL_KM, ZIP_REACH * (apart[2] ?? 0)),
    maxKm: Math.min(Math.max(2 * (distances[6] ?? 0), 6), 60),
  };
}

const MIN_PLACE_KM = 3;
const AROUND_PLACE_KM = 3;

/** The area of a place: as far as the middles of its ZIP codes, and some more. */
function toPlaceArea({ zipCodes }: Pick<ReferenceData, 'zipCodes'>, place: Place): SearchArea {
  const distances = place.zipCodes.map((zip) => distanceKm(place, zipCodes.get(zip) ?? place));
  const reach = Math.max(MIN_PLACE_KM, ...distances);
  return { middle: place, usualKm: reach, maxKm: Math.min(reach + AROUND_PLACE_KM, 60) };
}
