import type { ListingPage } from '#contract/listings.ts';
import { escapeValue, toContentLines } from './content-lines.ts';

/**
 * A listing for an address book: vCard 3.0, which telephones of all makes read (RFC 2426). It has what the listing's page shows.
 * @param page the address of that page
 */
export function toVcard(listing: ListingPage, page: string): string {
  const { address, businessName, businessUrl, city, email, otherTel, point, state, tel, zipCode } = listing;
  const numbers = [tel, otherTel].flatMap((number) => (number ? [number.replace(/^tel:/, '')] : []));
  return toContentLines([
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escapeValue(businessName)}`,
    `N:${escapeValue(businessName)};;;;`,
    `ORG:${escapeValue(businessName)}`,
    ...numbers.map((number) => `TEL;TYPE=WORK,VOICE:${escapeValue(number)}`),
    ...(email ? [`EMAIL;TYPE=WORK:${escapeValue(email)}`] : []),
    `ADR;TYPE=WORK:;;${[address ?? '', city.name, state, zipCode, 'USA'].map(escapeValue).join(';')}`,
    ...(point ? [`GEO:${point.lat};${point.lng}`] : []),
    ...(businessUrl && URL.canParse(businessUrl) ? [`URL:${new URL(businessUrl).href}`] : []),
    `URL:${page}`,
    `REV:${listing.updatedAt}`,
    'END:VCARD',
  ]);
}
