import type { ListingAtDistance } from '#contract/listings.ts';
import { distanceKm, type Point } from '#server/places/points.ts';

const MILES_PER_KM = 0.621371;

/** The exact point of a listing; null where only its ZIP code is known. */
export const toPoint = ({ lat, lng }: { lat: number | null; lng: number | null }): Point | null =>
  lat === null || lng === null ? null : { lat, lng };

/** The distance of a listing from a point, in tenths of a mile; nothing without such a point. */
export function presentDistance(
  origin: Point | null,
  listing: Parameters<typeof toPoint>[0],
): Pick<ListingAtDistance, 'miles' | 'distanceUnknown'> {
  const point = toPoint(listing);
  return {
    miles: origin && point ? Math.round(distanceKm(origin, point) * MILES_PER_KM * 10) / 10 : null,
    distanceUnknown: origin !== null && point === null,
  };
}
