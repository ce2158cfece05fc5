import type { ReferenceData, ZipCode } from './gazetteer.ts';

/** In degrees. */
export interface Point {
  lat: number;
  lng: number;
}

const EARTH_RADIUS_KM = 6371;

/** The distance on a sphere (haversine). */
export function distanceKm(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [dLat, dLng] = [radians(b.lat - a.lat), radians(b.lng - a.lng)];
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Whether a point is in the neighborhood of a ZIP code: within twice the distance to its sixth-nearest one, and 6 to 60 km. */
export function isNearZipCode({ zipCodes }: Pick<ReferenceData, 'zipCodes'>, point: Point, zip: ZipCode): boolean {
  const distances = [...zipCodes.values()].map((other) => distanceKm(zip, other)).sort((a, b) => a - b);
  // The first is its own.
  const reach = 2 * (distances[6] ?? 0);
  return distanceKm(zip, point) <= Math.min(Math.max(reach, 6), 60);
}

/**
 * The ZIP code whose middle is nearest to a point. It tells the county of the point better than the outlines of `data/`, which
 * are off by up to a mile.
 */
export function findNearestZipCode({ zipCodes }: Pick<ReferenceData, 'zipCodes'>, point: Point): ZipCode | undefined {
  let [nearest, least]: [ZipCode | undefined, number] = [undefined, Infinity];
  for (const zip of zipCodes.values()) {
    const km = distanceKm(zip, point);
    if (km < least) [nearest, least] = [zip, km];
  }
  return nearest;
}
