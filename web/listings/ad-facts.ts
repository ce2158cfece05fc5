import type { Ad } from '#contract/listings.ts';
import { locationLabel } from '#contract/regions.ts';

/**
 * What a listing is and where, in a few words: its category, its city and the label of its location, once if they are
 * the same. No line begins with a dot.
 */
export function adFacts({ category, city, locationId }: Ad): string {
  const label = locationLabel(locationId);
  return [...new Set([category.name, city.name, label])].join('\u00a0· ');
}
