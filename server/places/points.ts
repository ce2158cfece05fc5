import type { ReferenceData, ZipCode } from './gazetteer.ts';

/** A point in degrees. */
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
  // `distances[0]` is the distance to itself.
  const reach = 2 * (distances[6] ?? 0);
  return distanceKm(zip, point) <= Math.min(Math.max(reach, 6), 60);
}

/**
 * The ZIP code whose middle is nearest to a point. It tells the county of the point better than the outlines of `data/`, which
 * are off by up to a mile.
 */
export function findNearestZipCode({ zipCodes }: Pick<ReferenceData, 'zipCodes'>, point: Point): ZipCode | undefined {
  const sorted = sortByLatitude(zipCodes);
  const start = sorted.findIndex(({ zip }) => zip.lat >= point.lat);
  const middle = start === -1 ? sorted.length : start;
  let best: { zip: ZipCode; position: number; km: number } | undefined;
  // Outward from the point's own latitude, until the latitude alone is farther than the nearest one.
  for (const step of [-1, 1]) {
    for (let index = step === 1 ? middle : middle - 1; index >= 0 && index < sorted.length; index += step) {
      const { zip, position } = sorted[index] as SortedZipCode;
      if (best && Math.abs(zip.lat - point.lat) * KM_PER_DEGREE > best.km) break;
      const km = distanceKm(zip, point);
      // Several ZIP codes of PO boxes have one point: the first one of the directory is taken.
      if (!best || km < best.km || (km === best.km && position < best.position)) best = { zip, position, km };
    }
  }
  return best?.zip;
}

/** A little less than the length of a degree, so that rounding errors leave nothing out. */
const KM_PER_DEGREE = ((2 * Math.PI * EARTH_RADIUS_KM) / 360) * 0.999_999;

interface SortedZipCode {
  zip: ZipCode;
  /** The position in the directory. */
  position: number;
}

const sortedByLatitude = new WeakMap<object, SortedZipCode[]>();

function sortByLatitude(zipCodes: ReadonlyMap<string, ZipCode>) {
  const known = sortedByLatitude.get(zipCodes);
  if (known) return known;
  const sorted = [...zipCodes.values()]
    .map((zip, position) => ({ zip, position }))
    .sort((a, b) => a.zip.lat - b.zip.lat);
  sortedByLatitude.set(zipCodes, sorted);
  return sorted;
}
