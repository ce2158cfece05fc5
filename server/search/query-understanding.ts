import type { Kysely } from 'kysely';
import type { SearchFilters } from '#contract/search.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Problem } from '#server/search/questions/problems.ts';
import { hasFilters, type Question, readQuestion, toPlainQuestion } from '#server/search/questions/read-question.ts';
import { shortenZipCodes } from '#server/search/questions/zip-plus-four.ts';
import { hasMatches, hasTextMatches } from '#server/search/ranking/matches.ts';
import { findSpot } from '#server/search/spots/find-spot.ts';
import { segmentPhrases } from '#server/search/text-query/segments.ts';
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
  const whereAt = (about: Question) => {
    const split = namedSpot
      ? { words: about.words, area: namedSpot.area, isNearMe: false }
      : splitLocation(gazetteer, about.words);
    const isNamed = namedSpot || split.words.length < about.words.length || filters.near !== '' || Boolean(filters.box);
    return { split, placeSplit: isNamed ? undefined : splitPlaceName(gazetteer, about.words) };
  };
  let { split, placeSplit } = whereAt(question);
  const { words: what } = placeSplit ?? split;
  const told = vocabulary.findProblem(sought.filter((word) => what.includes(word) || !question.words.includes(word)));
  const isTold = told !== null && !(await isName());
  const isPurpose = isTold && namesKindBefore(told, what, vocabulary);
  if (isPurpose) {
    question = { ...question, words: question.words.filter((word) => !told.words.includes(word)) };
    ({ split, placeSplit } = whereAt(question));
  }
  const build = (split: LocationSplit, problem: Problem | null = null): UnderstoodQuery => {
    const meant = problem ? { ...split, words: problem.words } : split;
    const parsed = parseQuery(gazetteer, filters, { question, split: meant });
    return { words, vocabulary, parsed, query: buildQuery(parsed, { filters, typed: words, vocabulary, problem }) };
  };
  const asWritten = build(split);
  const { text: written } = asWritten.query;
  const namesOneKind = written?.isCategory && written.segments.length === 1;
  if (isTold && !isPurpose && !namesOneKind) return build(placeSplit ?? split, told);
  if (!placeSplit || written?.isCategory) return asWritten;
  const inPlace = build(placeSplit);
  const { text } = inPlace.query;
  // The place belongs to a name: 'Pasadena Antique Mall' when a business is called so, but not 'vons oceanside' and 'dentist chula vista'.
  if (!text || (await hasTextMatches(db, text.asTyped))) return asWritten;
  if (text.isCategory || (await hasTextMatches(db, text.inName))) return inPlace;
  return (await findsAny(asWritten)) ? asWritten : inPlace;
}

/** Whether the words begin with a kind of business that is to be good for something: 'pizza place to watch the game', but not 'my garage has roaches'. */
function namesKindBefore(problem: Problem, words: Word[], { categories }: Vocabulary): boolean {
  const first = words.findIndex((word) => problem.words.includes(word));
  return segmentPhrases(words.slice(0, Math.max(first, 0)), categories).some((segment) => {
    const before = words[words.indexOf(segment.words[0] as Word) - 1];
    return segment.categories.length > 0 && !POSSESSIVES.has(before?.text ?? '');
  });
}

const POSSESSIVES = new Set(['my', 'our', 'mi', 'mis', 'nuestro', 'nuestra']);

/** A read that happens when it is first needed, once. */
function shareOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
