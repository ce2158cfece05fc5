import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { ImportedListing } from './listing.ts';

type Business = Pick<ImportedListing, 'business_name' | 'address' | 'zip' | 'city' | 'category_id' | 'description'> & {
  source: string | null;
  source_id: string | null;
};

/** The businesses of the directory and of the rows read so far, by ZIP code and street number. */
export interface BusinessIndex {
  /** Loads the businesses of the directory in these ZIP codes. */
  loadZipCodes(db: Kysely<DB>, zips: Iterable<string>): Promise<void>;
  add(business: Business): void;
  /** The name of an indexed business that is the same as this one; null when it is new. */
  findDuplicate(business: Business): string | null;
}

/**
 * Decides whether two rows are the same business. They are
 * - in one source: when name, address and description are the same, so that a market held on two days remains two;
 * - in two sources: at one street number of a ZIP code, with a distinctive word of the name in common ('Walmart SuperCenter
 *   1555' and 'WAL-MART SUPERCENTER #1555'). The city's name is distinctive only within one category. Without a street number
 *   the whole name must agree.
 */
export function createBusinessIndex(): BusinessIndex {
  const byLocation = new Map<string, IndexedBusiness[]>();
  const loadedZips = new Set<string>();
  const add = (business: Business) => {
    const key = toLocationKey(business);
    const atLocation = byLocation.get(key);
    const indexed = toIndexed(business);
    if (atLocation) atLocation.push(indexed);
    else byLocation.set(key, [indexed]);
  };
  return {
    add,
    async loadZipCodes(db, zips) {
      const unknown = [...new Set(zips)].filter((zip) => !loadedZips.has(zip));
      if (unknown.length === 0) return;
      for (const zip of unknown) loadedZips.add(zip);
      const rows = await db
        .selectFrom('listings')
        .select(['business_name', 'address', 'zip', 'city', 'category_id', 'description', 'source', 'source_id'])
        .where(sql<boolean>`zip = any(${unknown})`)
        .where('status', '<>', 'deleted')
        .execute();
      for (const row of rows) add(row);
    },
    findDuplicate(business) {
      const candidate = toIndexed(business);
      const hasNumber = !toLocationKey(business).endsWith('|');
      const twin = byLocation
        .get(toLocationKey(business))
        ?.find((other) => isSameBusiness(candidate, other, hasNumber));
      return twin?.name ?? null;
    },
  };
}

type IndexedBusiness = ReturnType<typeof toIndexed>;

function toIndexed({ business_name, category_id, description, source, source_id, city }: Business) {
  const words = splitWords(business_name);
  return { name: business_name, words, whole: words.join(' '), category_id, description, source, source_id, city };
}

function isSameBusiness(a: IndexedBusiness, b: IndexedBusiness, hasNumber: boolean) {
  if (a.source === b.source && a.source !== null) {
    return a.source_id !== b.source_id && sameName(a, b) && a.description === b.description;
  }
  if (a.whole === b.whole) return true;
  const cityWords = new Set([...splitWords(a.city), ...splitWords(b.city)]);
  return (
    hasNumber &&
    a.words.some(
      (word) =>
        b.words.includes(word) && !COMMON_WORDS.has(word) && (a.category_id === b.category_id || !cityWords.has(word)),
    )
  );
}

const sameName = (a: IndexedBusiness, b: IndexedBusiness) => a.name.toLowerCase() === b.name.toLowerCase();

/** The ZIP code and the street number. An ordinal such as '3rd St.' is no street number. */
function toLocationKey({ zip, address }: Business) {
  const number = /\b(\d+)(?!\w*(?:st|nd|rd|th)\b)/i.exec(address ?? '')?.[1] ?? '';
  return `${zip}|${number}`;
}

/** A name's words without accents, punctuation, plurals and the numbers of branches. */
const splitWords = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\p{M}'’.-]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^t?\d+$/.test(word))
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));

const COMMON_WORDS = new Set(
  `a and at auto bakery bank bar beauty beer brew brewery brewing by cafe car care center certified cfm church clinic co
  company corp de deli del dental east el farmer fm food for grill grocery group hair health home hotel in inc inn
  insurance kitchen la las law llc los market medical mini motel nail new north of office old on park pharmacy pizza plaza
  realty repair restaurant salon san santa school service shop south store street super supercenter supermarket the tire
  town west`.split(/\s+/),
);
