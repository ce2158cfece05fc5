import type { FoundListing } from '#contract/search.ts';

/** What a list with an origin knows about the distance of a listing. */
export type Distance = Partial<Pick<FoundListing, 'miles' | 'distanceUnknown'>>;

/** '0.4 mi', '12 mi', or 'in 92614' where only the ZIP code is known; null in a list without distances. */
export function distanceLabel({
  miles = null,
  distanceUnknown,
  zipCode,
}: Distance & Pick<FoundListing, 'zipCode'>): string | null {
  if (miles === null) return distanceUnknown ? `in ${zipCode}` : null;
  return miles < 0.1 ? 'under 0.1 mi' : `${miles < 10 ? miles.toFixed(1) : miles.toFixed(0)} mi`;
}
