import type { Kysely } from 'kysely';
import type { LanguageCode } from '#contract/i18n/language-codes.ts';
import type { SearchFilters } from '#contract/search.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Attribute, AttributeWords } from '#server/search/questions/attributes.ts';
import type { Problem } from '#server/search/questions/problems.ts';
import { readMeaning } from '#server/search/questions/read-meaning.ts';
import { shortenZipCodes } from '#server/search/questions/zip-plus-four.ts';
import { hasMatches, hasTextMatches } from '#server/search/ranking/matches.ts';
import { findSpot } from '#server/search/spots/find-spot.ts';
import { typedNameQuery } from '#server/search/text-query/text-query.ts';
import { buildQuery } from './index-query.ts';
import { BENEFITS, type Benefit, type ParsedQuery, parseQuery } from './parse-query.ts';
import type { IndexQuery } from './predicates.ts';
import type { LocationSplit } from './split-location.ts';
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
  /** What was asked for of which nothing is known of any match, so that it was left out. */
  unknown: { attributes: Attribute[]; language: LanguageCode | null };
  /** The distance within which there is no match, if those farther away are the results. */
  noneWithinMiles: number | null;
}

/** Tells whether a query has any match. */
type FindsAny = (built: BuiltQuery) => Promise<boolean>;

/**
 * Parses a search. What is unknown of all businesses that match the rest is left out, and where none is near, the nearest match.
 * @param findsAny asked for all words together; a caller may keep what it reads for that
 * @throws {NotFound} for a category or place that is none
 */
export async function understandQuery(
  deps: SearchDeps,
  filters: SearchFilters,
  findsAny: FindsAny = ({ query }) => hasMatches(deps.db, query),
): Promise<UnderstoodQuery> {
  const vocabulary = await getVocabulary(deps.db, deps.gazetteer);
  const words = await tokenizeQuery(deps.db, shortenZipCodes(deps.gazetteer, filters.q));
  const read: Reading = { filters, words, vocabulary, findsAny };
  const { attributes, others } = vocabulary.findAttributes(words);
  const benefits = BENEFITS.filter((benefit) => attributes.includes(benefit));
  if (benefits.length > 0 && !(await hasTextMatches(deps.db, typedNameQuery(words)))) {
    const found = await understandBenefits(deps, read, { benefits, attributes, others });
    if (found) return found;
  }
  const understood = await understandWords(deps, read);
  const { language } = understood.parsed;
  const asksLanguage = language !== null && filters.language === undefined;
  if ((attributes.length === 0 || others.length === 0) && !asksLanguage) return findNearest(understood, read);
  if (await findsAny(understood)) return understood;
  const known = await understandWords(deps, { ...read, words: others, ignoresLanguage: true });
  if (!known.query.text) return understood;
  const nearest = await findNearest(known, read);
  if (!(await findsAny(nearest))) return understood;
  return { ...nearest, words, unknown: { attributes, language: asksLanguage ? language : null } };
}

/** The search of those of which a source says that they take the benefits; null where there are none. */
async function understandBenefits(
  deps: SearchDeps,
  read: Reading,
  { benefits, attributes, others }: AttributeWords & { benefits: Benefit[] },
): Promise<UnderstoodQuery | null> {
  const filters = { ...read.filters, ...Object.fromEntries(benefits.map((benefit) => [benefit, true])) };
  const found = await understandWords(deps, { ...read, filters, words: others });
  const nearest = await findNearest(found, { ...read, filters });
  if (!(await read.findsAny(nearest))) return null;
  const unknown = attributes.filter((attribute) => !benefits.some((benefit) => benefit === attribute));
  return { ...nearest, words: read.words, unknown: { attributes: unknown, language: null } };
}

interface Reading {
  filters: SearchFilters;
  words: Word[];
  vocabulary: Vocabulary;
  findsAny: FindsAny;
  /** Whether a language in the words is no filter. */
  ignoresLanguage?: boolean;
}

/** The same at any distance, if there is a match only farther away than is searched by default. */
async function findNearest(understood: UnderstoodQuery, { filters, findsAny }: Reading): Promise<UnderstoodQuery> {
  const { parsed, query } = understood;
  const isDefault = filters.within === undefined && parsed.radiusMiles !== null;
  if (!isDefault || !query.text || (await findsAny(understood))) return understood;
  const anywhere = { ...understood, query: { ...query, radiusMiles: null }, parsed: { ...parsed, radiusMiles: null } };
  return (await findsAny(anywhere)) ? { ...anywhere, noneWithinMiles: parsed.radiusMiles } : understood;
}

/**
 * Parses the words. Those that ask for opening hours or a language become filters, unless a business is called as was typed ('Open
 * Sesame'). A place name among them without a preposition is taken as the location when the other words name a business or
 * a kind of it ('dentist chula vista'), or all of the words together match nothing.
 */
async function understandWords(
  { db, gazetteer }: SearchDeps,
  { filters, words, vocabulary, findsAny, ignoresLanguage }: Reading,
): Promise<UnderstoodQuery> {
  const isName = shareOnce(() => hasTextMatches(db, typedNameQuery(words)));
  const q = words.map(({ text }) => text).join(' ');
  const spot = await findSpot({ db, gazetteer }, ignoresLanguage ? { ...filters, q } : filters);
  // What contains filters or a spot is a name, if a business has it.
  const namedSpot = spot && (spot.isInNear || words.length === 0 || !(await isName())) ? spot : undefined;
  const sought = namedSpot ? await tokenizeQuery(db, namedSpot.rest) : words;
  const meaning = await readMeaning(sought, { gazetteer, vocabulary, filters, spot: namedSpot?.area, isName });
  const { split, placeSplit } = meaning;
  const question = ignoresLanguage ? { ...meaning.question, language: null } : meaning.question;
  const build = (split: LocationSplit, problem: Problem | null = null): UnderstoodQuery => {
    const meant = problem ? { ...split, words: problem.words } : split;
    const parsed = parseQuery(gazetteer, filters, { question, split: meant });
    const query = buildQuery(parsed, { filters, typed: words, vocabulary, problem, what: split.words });
    return { words, vocabulary, parsed, query, unknown: NOTHING_UNKNOWN, noneWithinMiles: null };
  };
  const asWritten = build(split);
  const { text: written } = asWritten.query;
  const namesOneKind = written?.isCategory && written.segments.length === 1;
  if (meaning.problem && !namesOneKind) return build(placeSplit ?? split, meaning.problem);
  if (!placeSplit || written?.isCategory) return asWritten;
  const inPlace = build(placeSplit);
  const { text } = inPlace.query;
  // The place belongs to a name: 'Pasadena Antique Mall' when a business is called so, but not 'vons oceanside' and 'dentist chula vista'.
  if (!text || (await hasTextMatches(db, text.asTyped))) return asWritten;
  if (placeSplit.isSimilar) return text.isCategory && !(await findsAny(asWritten)) ? inPlace : asWritten;
  // Westlake is a neighborhood of Los Angeles, but 14 Cannons is in Westlake Village.
  const isMeant = text.isCategory || ((await hasTextMatches(db, text.inName)) && (await findsAny(inPlace)));
  return isMeant || !(await findsAny(asWritten)) ? inPlace : asWritten;
}

const NOTHING_UNKNOWN: UnderstoodQuery['unknown'] = { attributes: [], language: null };

/** A read that happens when it is first needed, once. */
function shareOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
