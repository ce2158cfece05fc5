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

/** What searching needs. */
export interface SearchDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** A search as it was understood, and what the table of what is searched is asked for then. */
export interface UnderstoodQuery {
  /** All words of `q`. */
  words: Word[];
  parsed: ParsedQuery;
  query: IndexQuery;
}

/**
 * Reads what is looked for. A place that stands among the words without being said to be one is where to look if all of the
 * words find nothing.
 * @throws {NotFound} for a category or place that is none
 */
export async function understandQuery(parts: SearchDeps, filters: SearchFilters): Promise<UnderstoodQuery> {
  const { db, gazetteer } = parts;
  const [words = []] = await tokenize(db, [filters.q]);
  const split = splitLocation(gazetteer, words);
  const asWritten = await buildQuery(parts, filters, split);
  const namesLocation = split.words.length < words.length || filters.near !== '' || filters.box;
  const placeSplit = namesLocation ? undefined : splitPlaceName(gazetteer, words);
  const result =
    !placeSplit || (await hasMatches(db, asWritten.query)) ? asWritten : await buildQuery(parts, filters, placeSplit);
  return { words, ...result };
}

async function buildQuery(
  parts: SearchDeps,
  filters: SearchFilters,
  split: LocationSplit,
): Promise<Pick<UnderstoodQuery, 'parsed' | 'query'>> {
  const parsed = parseQuery(parts.gazetteer, filters, split);
  const { category, place, requiredArea: wide, preferredArea: inside, near, radiusMiles: within } = parsed;
  const scopes = [category && inCategory(category).where, place?.where, wide?.where];
  const query = {
    text: null,
    marks: [
      ...scopes.flatMap((where) => toFilterTerms(where ?? {})),
      ...(filters.open ? ['#hours'] : []),
      ...(filters.website ? ['#website'] : []),
      ...(filters.photos ? ['#photos'] : []),
    ],
    inside: toFilterTerms(inside?.where ?? {}),
    near: wide ? null : near,
    within,
    box: filters.box ?? null,
    openNow: filters.open !== undefined,
    paid: Boolean(filters.website || filters.photos),
  };
  return { parsed, query: await withWords(parts, query, parsed.words) };
}

/** The same search with other words. */
export async function withWords({ db, gazetteer }: SearchDeps, query: IndexQuery, words: Word[]): Promise<IndexQuery> {
  return { ...query, text: toTextQuery(words, await categoryWords(db, gazetteer)) };
}

/** How what a listing is filed under stands among its words (migration 0008). */
export function toFilterTerms(where: ListingScope['where']): string[] {
  return Object.entries(where).map(([column, value]) => {
    const [, kind] = /^(?:top_)?([a-z]+)/.exec(column) ?? [];
    return `#${kind}${value}`;
  });
}
