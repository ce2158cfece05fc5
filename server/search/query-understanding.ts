import type { Kysely } from 'kysely';
import type { SearchFilters } from '#contract/search.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { hasFilters, readQuestion, toPlainQuestion } from '#server/search/questions/read-question.ts';
import { shortenZipCodes } from '#server/search/questions/zip-plus-four.ts';
import { hasMatches, hasTextMatches } from '#server/search/ranking/matches.ts';
import { findSpot } from '#server/search/spots/find-spot.ts';
import { typedNameQuery } from '#server/search/text-query/text-query.ts';
import { buildQuery } from './index-query.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import type { IndexQuery } from './predicates.ts';
import { type LocationSplit, splitLocation, splitPlaceName } from './split-location.ts';
import { tokenizeQuery, type Word } from './tokenize.ts';
import { getVocabulary, type Vocabulary } from './vocabulary.ts';

/** The data that a search reads. */
export interface SearchDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** A search as it was parsed in one of several ways, and the query of `listing_search` that it becomes. */
export interface BuiltQuery {
  parsed: ParsedQuery;
  query: IndexQuery;
}

/** A search as it was parsed. */
export interface UnderstoodQuery extends BuiltQuery {
  /** All words of `q`. */
  words: Word[];
  vocabulary: Vocabulary;
}

/** Tells whether a query has any match. */
type FindsAny = (built: BuiltQuery) => Promise<boolean>;

/**
 * Parses a search. Words that ask for opening hours or a language become filters, unless a business is called as was typed ('Open
 * Sesame'). A place name among the words without a preposition is taken as the location when the other words name a business or
 * a kind of it ('dentist chula vista'), or all of the words together match nothing.
 * @param findsAny asked for all words together; a caller may keep what it reads for that
 * @throws {NotFound} for a category or place that is none
 */
export async function understandQuery(
  { db, gazetteer }: SearchDeps,
  filters: SearchFilters,
  findsAny: FindsAny = ({ query }) => hasMatches(db, query),
): Promise<UnderstoodQuery> {
  const vocabulary = await getVocabulary(db, gazetteer);
  const words = await tokenizeQuery(db, shortenZipCodes(gazetteer, filters.q));
  const isName = shareOnce(() => hasTextMatches(db, typedNameQuery(words)));
  const spot = await findSpot({ db, gazetteer }, filters);
  // What contains filters or a spot is a name, if a business has it.
  const namedSpot = spot && !(words.length > 0 && (await isName())) ? spot : undefined;
  const sought = namedSpot ? await tokenizeQuery(db, namedSpot.rest) : words;
  let question = readQuestion(sought, vocabulary);
  if (hasFilters(question) && (await isName())) question = toPlainQuestion(sought);
  const build = (split: LocationSplit): UnderstoodQuery => {
    const parsed = parseQuery(gazetteer, filters, { question, split });
    return { words, vocabulary, parsed, query: buildQuery(parsed, { filters, typed: words, vocabulary }) };
  };
  if (namedSpot) return build({ words: question.words, area: namedSpot.area, isNearMe: false });
  const split = splitLocation(gazetteer, question.words);
  const asWritten = build(split);
  const namesLocation = split.words.length < question.words.length || filters.near !== '' || filters.box;
  const placeSplit = namesLocation ? undefined : splitPlaceName(gazetteer, question.words);
  if (!placeSplit || asWritten.query.text?.isCategory) return asWritten;
  const inPlace = build(placeSplit);
  const { text } = inPlace.query;
  // The place belongs to a name: 'Pasadena Antique Mall' when a business is called so, but not 'vons oceanside' and 'dentist chula vista'.
  if (!text || (await hasTextMatches(db, text.asTyped))) return asWritten;
  if (text.isCategory || (await hasTextMatches(db, text.inName))) return inPlace;
  return (await findsAny(asWritten)) ? asWritten : inPlace;
}

/** A read that happens when it is first needed, once. */
function shareOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
