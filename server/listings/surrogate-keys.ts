/** What the surrogate keys of a listing consist of: its id and the slugs of its places and categories. */
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
 * The surrogate keys of every response that shows or counts this listing: its own page, the lists of its city, county, ZIP
 * code, location and categories, the newest listings, the counts, and the featured listings if it is paid. A response
 * declares the keys of what it shows; a verb invalidates them when the listing is added, changed or removed.
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
