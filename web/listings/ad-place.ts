import type { Ad } from '#contract/listings.ts';
import { locationLabel } from '#contract/regions.ts';

/** Where a listing is, in a few words: its city and the label of its location, once if they are the same. */
export function adPlace({ city, locationId }: Ad): string {
  const label = locationLabel(locationId);
  return city.name === label ? label : `${city.name} · ${label}`;
}
