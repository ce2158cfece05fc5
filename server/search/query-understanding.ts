import type { Kysely } from 'kysely';
import type { SearchFilters } from '#contract/search.ts';
import type { DB } from '#server/db/schema.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { inCategory, type ListingScope } from '../listings/read/scopes.ts';
import { categoryWords } from './category-words.ts';
import { type LocationSplit, type ParsedQuery, parseQuery, splitLocation, splitPlaceName } from './parse-query.ts';
import type { IndexQuery } from './predicates.ts';
import { hasMatches } from './ranking.ts';
import { toTextQuery } from './text-query.ts';
import { tokenize, type Word } from './tokenize.ts';

/** The data that a search reads. */
export interface SearchDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** A search as it was parsed, and the query of `listing_search` that it becomes. */
export interface UnderstoodQuery {
  /** All words of `q`. */
  words: Word[];
  parsed: ParsedQuery;
  query: IndexQuery;
}

/**
 * Parses a search. A place name among the words without a preposition ('pizza irvine') is taken as the location only when all
 * of the words together match nothing.
 * @throws {NotFound} for a category or place that is none
 */
export async function understandQuery(deps: SearchDeps, filters: SearchFilters): Promise<UnderstoodQuery> {
  const { db, gazetteer } = deps;
  const [words = []] = await tokenize(db, [filters.q]);
  const split = splitLocation(gazetteer, words);
  const asWritten = await buildQuery(deps, filters, split);
  const namesLocation = split.words.length < words.length || filters.near !== '' || filters.box;
  const placeSplit = namesLocation ? undefined : splitPlaceName(gazetteer, words);
  const result =
    !placeSplit || (await hasMatches(db, asWritten.query)) ? asWritten : await buildQuery(deps, filters, placeSplit);
  return { words, ...result };
}

async function buildQuery(
  deps: SearchDeps,
  filters: SearchFilters,
  split: LocationSplit,
): Promise<Pick<UnderstoodQuery, 'parsed' | 'query'>> {
  const parsed = parseQuery(deps.gazetteer, filters, split);
  const { category, place, requiredArea, preferredArea, near, radiusMiles } = parsed;
  const scopes = [category && inCategory(category).where, place?.where, requiredArea?.where];
  const query: IndexQuery = {
    text: null,
    filterTerms: [
      ...scopes.flatMap((where) => toFilterTerms(where ?? {})),
      ...(filters.open ? ['#hours'] : []),
      ...(filters.website ? ['#website'] : []),
      ...(filters.photos ? ['#photos'] : []),
    ],
    boostTerms: toFilterTerms(preferredArea?.where ?? {}),
    near: requiredArea ? null : near,
    radiusMiles,
    boundingBox: filters.box ?? null,
    openNow: filters.open !== undefined,
    paid: Boolean(filters.website || filters.photos),
  };
  return { parsed, query: await withWords(deps, query, parsed.words) };
}

/** The same query for other words. */
export async function withWords({ db, gazetteer }: SearchDeps, query: IndexQuery, words: Word[]): Promise<IndexQuery> {
  return { ...query, text: toTextQuery(words, await categoryWords(db, gazetteer)) };
}

/** The terms by which `listing_search.words` holds the category and places of a listing (migration 0008). */
export function toFilterTerms(where: ListingScope['where']): string[] {
  return Object.entries(where).map(([column, value]) => {
    const [, kind] = /^(?:top_)?([a-z]+)/.exec(column) ?? [];
    return `#${kind}${value}`;
  });
}
