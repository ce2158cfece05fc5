import type { Point } from '#server/places/points.ts';

/** A street address in California. */
export interface StreetAddress {
  /** '4255 Campus Dr' */
  address: string;
  city: string;
  zip: string;
}

/**
 * Finds the point of an address; null if the geocoder knows none.
 * @throws when it does not answer, or not as expected: it may later
 */
export type Geocode = (address: StreetAddress) => Promise<Point | null>;
