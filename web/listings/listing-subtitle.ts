import { getLocationLabel } from '#contract/i18n/location-labels.ts';
import type { Listing } from '#contract/listings.ts';

/**
 * The category, city and location label of a listing, without duplicates: 'Bakeries · Irvine · Orange County'. A no-break
 * space keeps the dot at the end of a line.
 */
export function listingSubtitle({ category, city, locationId }: Listing): string {
  const label = getLocationLabel(locationId);
  return [...new Set([category.name, city.name, label])].join('\u00a0· ');
}
