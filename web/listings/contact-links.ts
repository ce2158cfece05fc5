import type { ListingPage } from '#contract/listings.ts';

/** The text and `tel:` link of a phone number. North American numbers are formatted; any other is left unchanged. */
export function toPhoneLink(phone: string): { text: string; href: string } {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (digits.length !== 10) return { text: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` };
  return {
    text: `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
    href: `tel:+1${digits}`,
  };
}

/** URLs that open directions to a listing in Google Maps and Apple Maps. */
export function toDirectionsUrls({ businessName, address, city, state, zipCode }: ListingPage): {
  google: string;
  apple: string;
} {
  const place = encodeURIComponent(
    [businessName, address, city.name, `${state} ${zipCode}`].filter(Boolean).join(', '),
  );
  return {
    google: `https://www.google.com/maps/dir/?api=1&destination=${place}`,
    apple: `https://maps.apple.com/?daddr=${place}`,
  };
}

/** The host name of a URL without `www.`; the text itself if it is not a URL. */
export const toHostname = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
