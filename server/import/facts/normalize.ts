import { isAllCaps, titleCaseWords } from '#server/source-files/names/title-case.ts';

/**
 * A street address without the city and ZIP code at its end, in title case if it was in capitals, with the direction after
 * the number: 'N 750 IMPERIAL AVE' becomes '750 N Imperial Ave', '4077 05TH AVE' '4077 5th Ave'.
 */
export function titleCaseAddress(address: string, city: string, zip: string) {
  const street = removeSuffix(removeSuffix(address, zip), city);
  const cased = isAllCaps(street)
    ? titleCaseWords(street, (word) => word === 'AND' || word === 'OF' || word === 'AT')
    : street;
  return cased.replace(/^([NSEW]) (\d[\w-]*) (?=\S)/, '$2 $1 ').replace(/ 0+(?=\d+(?:st|nd|rd|th)\b)/i, ' ');
}

function removeSuffix(address: string, end: string) {
  const remainder = address.slice(0, -end.length).trimEnd();
  const ends = end !== '' && remainder.endsWith(',') && address.toLowerCase().endsWith(end.toLowerCase());
  return ends ? remainder.slice(0, -1).trimEnd() : address;
}

/** A website's URL, with `https` where the text has no scheme; null for other text. */
export function cleanWebsite(text: string): string | null {
  const withScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
  if (/\s/.test(withScheme) || !URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  const isWebsite =
    /^https?:$/.test(url.protocol) && !url.username && !url.password && /\.[a-z][a-z0-9-]+$/i.test(url.hostname);
  if (!isWebsite || url.href.length > 2000) return null;
  return url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href;
}

/** Cleans an email address; null for other text. */
export const cleanEmail = (text: string): string | null =>
  text.length <= 254 && /^[^\s@<>()",;:]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) ? text : null;
