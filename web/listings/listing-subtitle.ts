import type { Listing } from '#contract/listings.ts';
import { getLocationLabel } from '#contract/regions.ts';

/**
 * What a listing is and where, in a few words: its category, its city and the label of its location, once if they are
 * the same. No line begins with a dot.
 */
export function listingSubtitle({ category, city, locationId }: Listing): string {
  const label = getLocationLabel(locationId);
  return [...new Set([category.name, city.name, label])].join('\u00a0· ');
}
