import { readAddress } from '#contract/values/address.ts';
import { toPlainText } from '#contract/values/plain-text.ts';
import { readStreetName } from '#contract/values/street-name.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { type Area, findAreaByName } from '#server/search/areas.ts';

/** A street address in the words of a search. */
export interface AddressSpot {
  /** What is sought there: 'coffee' of 'coffee near 1234 Main St, Irvine'. */
  rest: string;
  /** '1234 Main St' */
  address: string;
  /** Of the words behind the street; empty without them. */
  city: string;
  zip: string;
}

const PREPOSITION = /^(.*?)\s*\b(?:near|around|close to|by|at|cerca de|en)\s+(?=(?:one|\d+[a-z]?)\s+\S)/iu;
const MAX_CITY_WORDS = 4;

/**
 * The address that the words of a search are, or that they end in: '1234 Main St Irvine', 'coffee near 1234 main street 92614'. It has a number, a
 * street with a direction or type, and a city or ZIP code that we know, unless the search names a place besides; '99 Ranch Market Irvine' is none.
 */
export function readAddressSpot(gazetteer: Gazetteer, text: string, place: Area | undefined): AddressSpot | undefined {
  const plain = toPlainText(text).replace(/,?\s+(?:ca|california)\.?(?=\s+\d{5}(?:-\d{4})?$|$)/i, '');
  const [opening = '', rest = ''] = PREPOSITION.exec(plain) ?? [];
  const words = plain
    .slice(opening.length)
    .split(/[\s,]+/)
    .filter(Boolean);
  if (!/^(?:one|\d+[a-z]?)$/i.test(words[0] ?? '')) return undefined;
  const where = readPlace(gazetteer, words);
  const isNamed = where.city !== '' || where.zip !== '';
  const address = words.slice(0, where.from).join(' ');
  const { number, street } = readAddress(address);
  if (number === null || street === null || !(isNamed || place)) return undefined;
  const name = readStreetName(street);
  // Nothing stands behind the type: 'Main St', and not 'Main St Cafe'.
  const endsInType = readStreetName(street.split(' ').at(-1) ?? '').type !== null;
  if (name.words.length === 0 || !(endsInType || name.direction !== null)) return undefined;
  const known = isNamed ? where : toTypedPlace(place);
  return { rest, address, city: known.city, zip: known.zip };
}

/** The ZIP code at the end of words, and the city before it. @returns where they begin */
function readPlace(gazetteer: Gazetteer, words: string[]): { from: number; city: string; zip: string } {
  const zip = readZipCode(words.at(-1) ?? '');
  const known = zip !== undefined && gazetteer.zipCodes.has(zip) && words.length > 2;
  const end = known ? words.length - 1 : words.length;
  for (let length = Math.min(MAX_CITY_WORDS, end - 2); length > 0; length--) {
    const named = words.slice(end - length, end).join(' ');
    const area = findAreaByName(gazetteer, named);
    if (area?.allowsRadius && area.path.startsWith('/city/'))
      return { from: end - length, city: area.name, zip: known ? zip : '' };
  }
  return { from: end, city: '', zip: known ? zip : '' };
}

const toTypedPlace = (place: Area | undefined) =>
  place?.path.startsWith('/zip/') ? { city: '', zip: place.name } : { city: place?.name ?? '', zip: '' };
