import type { Listing } from '#contract/listings.ts';

/** The URL that opens directions to the street of a listing in Google Maps. */
export const toDirectionsUrl = (listing: Listing) =>
  `https://www.google.com/maps/dir/?api=1&destination=${toDestination(listing)}`;

/** The name and street of a listing, as a part of a URL. */
export const toDestination = ({ businessName, street, city, zipCode }: Listing) =>
  encodeURIComponent(`${businessName}, ${street}, ${city.name}, CA ${zipCode}`);
