import type { Place, ReferenceData, ZipCode } from '#server/places/gazetteer.ts';
import { distanceKm, type Point } from '#server/places/points.ts';

/** The ZIP codes of the gazetteer, and those of delivery areas. */
export interface DeliveredZips {
  gazetteer: ReferenceData;
  streetZips: ReadonlySet<string>;
  /** The ZIP codes of `streetZips`. */
  deliveryZipCodes: ReferenceData['zipCodes'];
  /** Of ZIP codes that were asked for: see `getSpacingKm`. */
  spacings: Map<string, number>;
}

export const createDeliveredZips = (gazetteer: ReferenceData, streetZips: ReadonlySet<string>): DeliveredZips => ({
  gazetteer,
  streetZips,
  deliveryZipCodes: new Map([...gazetteer.zipCodes].filter(([zip]) => streetZips.has(zip))),
  spacings: new Map(),
});

/** Beyond this distance from its ZIP code a point is wrong: the largest ZIP codes of the desert reach about 60 km. */
export const MAX_ZIP_DISTANCE_KM = 60;
/** A point beyond this distance from its ZIP code and near the named city shows that the ZIP code is wrong. */
export const DOUBTFUL_ZIP_DISTANCE_KM = 25;

/** The distance of a ZIP code to the third-nearest one. */
export function getSpacingKm({ deliveryZipCodes, spacings }: DeliveredZips, zip: ZipCode): number {
  const known = spacings.get(zip.zip);
  if (known !== undefined) return known;
  const distances = [...deliveryZipCodes.values()]
    .filter((other) => other !== zip)
    .map((other) => distanceKm(zip, other))
    .sort((a, b) => a - b);
  const spacing = distances[2] ?? MAX_ZIP_DISTANCE_KM;
  spacings.set(zip.zip, spacing);
  return spacing;
}

/** Whether a ZIP code is far from a city and all of its ZIP codes. */
export const isFar = ({ gazetteer }: DeliveredZips, zip: ZipCode, place: Place) =>
  [place, ...place.zipCodes.map((own) => gazetteer.zipCodes.get(own))].every(
    (own) => !own || distanceKm(own, zip) > DOUBTFUL_ZIP_DISTANCE_KM,
  );

/** The ZIP code of a place, or else of its county, that is nearest to the point, or to the middle of the place. */
export function zipOfPlace(zips: DeliveredZips, place: Place, point: Point | null): ZipCode | undefined {
  const near = point && distanceKm(point, place) <= MAX_ZIP_DISTANCE_KM ? point : place;
  const countyZips = zips.gazetteer.locations.all.filter((location) => location.county === place.county);
  return (
    nearestZip(zips, place.zipCodes, near) ??
    nearestZip(
      zips,
      countyZips.flatMap(({ zipCodes }) => zipCodes),
      near,
    )
  );
}

export function nearestZip(
  { gazetteer, streetZips }: DeliveredZips,
  codes: string[],
  point: Point,
): ZipCode | undefined {
  const known = codes.map((zip) => gazetteer.zipCodes.get(zip)).filter((zip) => zip !== undefined);
  const delivering = known.filter(({ zip }) => streetZips.has(zip));
  const candidates = delivering.length > 0 ? delivering : known;
  return candidates
    .map((zip) => ({ zip, km: distanceKm(point, zip) }))
    .reduce<{ zip?: ZipCode; km: number }>((best, next) => (next.km < best.km ? next : best), { km: Infinity }).zip;
}
