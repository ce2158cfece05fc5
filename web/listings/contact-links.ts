import type { Listing } from '#contract/listings.ts';

/** URLs that open directions to a listing in Google Maps and Apple Maps. */
export function toDirectionsUrls({ businessName, address, city, zipCode }: Listing): {
  google: string;
  apple: string;
} {
  const place = encodeURIComponent([businessName, address, city.name, `CA ${zipCode}`].filter(Boolean).join(', '));
  return {
    google: `https://www.google.com/maps/dir/?api=1&destination=${place}`,
    apple: `https://maps.apple.com/?daddr=${place}`,
  };
}

/** The host name of a URL without `www.`; the text itself if it is not a URL. */
export const toHostname = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
