import type { ListingPage } from '#contract/listings.ts';

/** How a North American phone number is written and dialled; any other is left as it is. */
export function toPhoneLink(phone: string): { shown: string; href: string } {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (digits.length !== 10) return { shown: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` };
  return {
    shown: `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
    href: `tel:+1${digits}`,
  };
}

/** Where the way to a listing opens in a maps app. */
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

/** A website's address without what nobody needs to read. */
export const toHostname = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
