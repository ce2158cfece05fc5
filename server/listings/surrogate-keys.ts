/** What a listing's surrogate keys are made from: its number and the slugs of what it is filed under. */
export type ClassifiedListing = {
  id: number;
  citySlug: string | null;
  countySlug: string;
  zip: string;
  locationSlug: string;
  categorySlug: string;
  topCategorySlug: string;
  paid: boolean;
};

/**
 * The surrogate keys of whatever shows this listing or counts it: its own page, the lists of its city, county, ZIP
 * code, location and categories, the newest listings, the counts, and the featured ones if it is paid. An answer names
 * the keys of what it shows; a verb renews these when the listing comes, changes or goes.
 */
export function toSurrogateKeys(listing: ClassifiedListing): string[] {
  return [
    `listing:${listing.id}`,
    ...(listing.citySlug ? [`city:${listing.citySlug}`] : []),
    `county:${listing.countySlug}`,
    `zip:${listing.zip}`,
    `location:${listing.locationSlug}`,
    `category:${listing.categorySlug}`,
    `category:${listing.topCategorySlug}`,
    'recent',
    'counts',
    ...(listing.paid ? ['featured'] : []),
  ];
}
