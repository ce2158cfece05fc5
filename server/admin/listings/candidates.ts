import { type RawBuilder, sql } from 'kysely';
import type { AdminListingState } from '#contract/admin/listings.ts';
import { EXAMINED_LISTINGS } from '#contract/limits.ts';
import { type FilterWord, IS_NOT_PUBLIC, IS_PUBLIC, type ResolvedFilter, toDomain, toPhoneTerm } from './conditions.ts';

/** Listings that may match a filter: `l` with these conditions, which an index of listings answers in the order of posting. */
export interface Candidates {
  sources: RawBuilder<unknown>[];
  /** Whether their number does not grow with the directory. */
  areFew: boolean;
}

/** What was counted before the candidates are chosen. */
export interface Frequencies {
  /** Whether the words are on so many listings that a list of all of them would take longer than looking for the newest. */
  wordsAreCommon: boolean;
  /** Whether the source has at most `EXAMINED_LISTINGS` listings. */
  sourceIsSmall: boolean;
}

const NOT_PUBLIC_STATES: AdminListingState[] = [
  'suspended',
  'paused',
  'hidden',
  'draft',
  'waiting',
  'deleted',
  'sample',
];
const LIMIT = sql.lit(EXAMINED_LISTINGS);

/**
 * The narrowest listings that an index has for the filter: those of a set that it names, such as an owner's, else those of the public
 * lists of its place or category, and all that are not public. See docs/decisions/0015-tables-of-the-administrator.md.
 */
export function chooseCandidates(filter: ResolvedFilter, { wordsAreCommon, sourceIsSmall }: Frequencies): Candidates {
  const set = toSet(filter, sourceIsSmall);
  if (set) return { sources: [set], areFew: true };
  const { state } = filter;
  const terms = toTerms(filter, wordsAreCommon);
  const isPublic = state === undefined || !NOT_PUBLIC_STATES.includes(state);
  const isNotPublic = state !== 'shown' && state !== 'expired';
  return {
    sources: [
      ...(isPublic ? [terms ?? sql`${IS_PUBLIC} and ${toScope(filter)}`] : []),
      ...(isNotPublic ? [sql`${IS_NOT_PUBLIC} and ${toStatus(state)}`] : []),
    ],
    areFew: false,
  };
}

/** A set of listings with any status. */
function toSet(filter: ResolvedFilter, sourceIsSmall: boolean): RawBuilder<unknown> | undefined {
  const { id, ids, ownerIds, reported, doubtful, domain, source, state } = filter;
  if (id !== undefined) return sql`l.id = ${id}`;
  if (ids) return sql`l.id = any(${ids}::bigint[])`;
  // Of an empty list the database would not know that nothing is in it.
  if (ownerIds) return ownerIds.length > 0 ? sql`l.owner_id = any(${ownerIds}::bigint[])` : sql`false`;
  if (reported) return inIds(sql`select listing_id from reports where closed_at is null limit ${LIMIT}`);
  if (doubtful) {
    return inIds(sql`(select listing_id from doubtful_pairs where verdict is null limit ${LIMIT})
      union (select other_id from doubtful_pairs where verdict is null limit ${LIMIT})`);
  }
  if (domain !== undefined) return sql`l.website is not null and website_domain(l.website) = ${toDomain(domain)}`;
  if (source !== undefined && sourceIsSmall) return sql`l.source = ${source}`;
  if (state === 'expired') {
    return inIds(
      sql`select id from listings where status = 'active' and expires_at <= now() and expires_at is not null`,
    );
  }
}

const inIds = (ids: RawBuilder<unknown>) => sql`l.id = any(array(${ids}))`;

/** The public listings that the search has for the words or the telephone. */
function toTerms({ words, phone }: ResolvedFilter, wordsAreCommon: boolean): RawBuilder<unknown> | undefined {
  const query =
    phone !== undefined
      ? toQuery([[toLexeme(true)(toPhoneTerm(phone))]])
      : words && !wordsAreCommon && toWordsQuery(words);
  if (!query) return;
  const numbers = words?.map(({ word }) => word).filter((word) => LISTING_NUMBER.test(word)) ?? [];
  return sql`${IS_PUBLIC} and ${inIds(sql`select listing_id from listing_search where words @@ ${query}
    union select unnest(${numbers}::bigint[])`)}`;
}

const LISTING_NUMBER = /^[1-9]\d{0,8}$/;

/**
 * A query of the search for the listings that may have all of these words in their names, addresses and cities, and others; undefined if the
 * search has none of the words. It has a word with '=' for names, with '~' for addresses, and as it is for cities and ZIP codes. The first
 * letters of a word lead to it, but of fewer than three most listings have some, so that these count only where there are no longer words.
 */
export function toWordsQuery(words: FilterWord[]): RawBuilder<unknown> | undefined {
  const significant = words.filter(({ stems }) => stems.length > 0);
  const long = significant.filter(({ word }) => word.length >= 3);
  const led = long.length > 0 ? long : significant;
  if (led.length === 0) return;
  return toQuery(
    led.map(({ word, stems, isWhole }) => {
      const terms = [...new Set([word, ...stems])];
      // Names and cities have each word as it is, addresses only its stem.
      const named = isWhole ? [word] : terms;
      return [...named.flatMap((term) => [`=${term}`, term]), ...terms.map((term) => `~${term}`)].map(
        toLexeme(isWhole),
      );
    }),
  );
}

const toLexeme = (whole: boolean) => (term: string) => `'${term.replaceAll(/['\\]/g, '$&$&')}'${whole ? '' : ':*'}`;

/** A query for one of each of these lexemes. */
const toQuery = (lexemes: string[][]) =>
  sql`${lexemes.map((either) => `(${either.join(' | ')})`).join(' & ')}::tsquery`;

/** The conditions of one index of public lists; those of a place or category also exist for paid listings only. */
function toScope({ city, zip, category, county, level, gazetteer }: ResolvedFilter): RawBuilder<unknown> {
  const place = city === undefined ? undefined : gazetteer.places.bySlug.get(city);
  const node = category === undefined ? undefined : gazetteer.categories.bySlug.get(category);
  const inCategory = node && (node.parent ? sql`l.category_id = ${node.id}` : sql`l.top_category_id = ${node.id}`);
  const isPaid = level !== undefined && level !== 'free';
  const and = (scope: RawBuilder<unknown>, further?: RawBuilder<unknown>) =>
    isPaid ? sql`${scope} and l.level <> 'free'` : further ? sql`${scope} and ${further}` : scope;
  if (place?.isNeighborhood) return and(sql`l.neighborhood_id = ${place.id}`);
  if (place) return and(sql`l.place_id = ${place.id}`, inCategory);
  if (zip !== undefined) return and(sql`l.zip = ${zip}`, node?.parent ? inCategory : undefined);
  const countyId = county === undefined ? undefined : gazetteer.counties.bySlug.get(county)?.id;
  const inCounty = countyId === undefined ? undefined : sql`l.county_id = ${countyId}`;
  if (inCategory) return and(inCategory, node.parent ? undefined : inCounty);
  return and(inCounty ?? sql`true`);
}

/** The status in the index of listings that are not public. */
const toStatus = (state: AdminListingState | undefined) =>
  state === undefined ? sql`true` : state === 'suspended' ? sql`l.owner_suspended` : sql`l.status = ${state}`;
