import type { CategoryNode } from '#server/places/gazetteer.ts';
import { type AddressParts, parseAddress } from './address.ts';
import { type NameParts, parseName } from './name.ts';

/** What is compared of a business, whether it is a row of a file or a listing. */
export interface Business {
  business_name: string;
  description: string;
  address: string | null;
  city: string;
  zip: string;
  phone: string | null;
  website: string | null;
  lat: number | null;
  lng: number | null;
  source: string | null;
  /** The sources of the rows that were merged into it. */
  merged_sources?: string[];
}

/** A business in the parts that are compared. */
export interface ComparableBusiness {
  name: NameParts;
  address: AddressParts;
  business: Business;
  category: CategoryNode;
  cityWords: string[];
  days: string[];
  /** The branch of a chain in the words of its source, which `generateDescription` wrote. */
  branch: string;
  sources: string[];
}

/** Splits a business into the parts that are compared. */
export function toComparable(business: Business, category: CategoryNode): ComparableBusiness {
  const name = parseName(business.business_name);
  const said = business.description.toLowerCase().matchAll(/\b(sun|mon|tues|wednes|thurs|fri|satur)days?\b/g);
  return {
    name,
    address: parseAddress(business.address),
    business,
    category,
    cityWords: parseName(business.city).words,
    days: name.days.length > 0 ? name.days : [...said].map(([day]) => day.slice(0, 3)),
    branch: /\b(?:Branch: |Store ).*/.exec(business.description)?.[0] ?? '',
    sources: [business.source ?? [], business.merged_sources ?? []].flat(),
  };
}
