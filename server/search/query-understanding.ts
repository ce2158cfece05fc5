import type { Kysely } from 'kysely';
import type { LanguageCode } from '#contract/language-codes.ts';
import type { OpenFilter, SearchFilters } from '#contract/search.ts';
import { inCategory, type ListingScope } from '#server/listings/read/scopes.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type QuestionWords, questionWords } from '#server/search/questions/question-words.ts';
import { type Question, readQuestion } from '#server/search/questions/read-question.ts';
import { hasMatches, hasTextMatches } from '#server/search/ranking/ranking.ts';
import { toTextQuery, typedNameQuery } from '#server/search/text-query/text-query.ts';
import type { Area } from './areas.ts';
import { categoryWords } from './category-words.ts';
import { type LocationSplit, type ParsedQuery, parseQuery, splitLocation, splitPlaceName } from './parse-query.ts';
import type { IndexQuery } from './predicates.ts';
import { tokenizeQuery, type Word } from './tokenize.ts';

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
  deps: SearchDeps,
  filters: SearchFilters,
  findsAny: FindsAny = ({ query }) => hasMatches(deps.db, query),
): Promise<UnderstoodQuery> {
  const { db, gazetteer } = deps;
  const words = await tokenizeQuery(db, filters.q);
  const question = await understandQuestion(deps, words);
  const build = (split: LocationSplit) => buildQuery(deps, filters, { typed: words, question, split });
  const split = splitLocation(gazetteer, question.words);
  const asWritten = await build(split);
  const namesLocation = split.words.length < question.words.length || filters.near !== '' || filters.box;
  const placeSplit = namesLocation ? undefined : splitPlaceName(gazetteer, question.words);
  if (!placeSplit || asWritten.query.text?.isCategory) return { words, ...asWritten };
  const inPlace = await build(placeSplit);
  const isName = await isNameWithPlace(db, { asWritten, inPlace, findsAny });
  return { words, ...(isName ? asWritten : inPlace) };
}

/**
 * Whether the place in a query belongs to a name: 'Pasadena Antique Mall' when a business is called so, but not 'vons oceanside'
 * and 'dentist chula vista'.
 */
async function isNameWithPlace(
  db: Kysely<DB>,
  { asWritten, inPlace, findsAny }: { asWritten: BuiltQuery; inPlace: BuiltQuery; findsAny: FindsAny },
): Promise<boolean> {
  const { text } = inPlace.query;
  if (!text) return true;
  if (await hasTextMatches(db, text.asTyped)) return true;
  if (text.isCategory || (await hasTextMatches(db, text.inName))) return false;
  return findsAny(asWritten);
}

/** The question in the words. One that contains filters is a name, if a business has it. */
async function understandQuestion(deps: SearchDeps, words: Word[]): Promise<Question> {
  const categories = await categoryWords(deps.db, deps.gazetteer);
  const question = readQuestion(words, await questionWords(deps.db), (phrase) => categories.find(phrase).length > 0);
  const { open, language, phone } = question;
  const plain: Question = { words, open: null, language: null, phone: null };
  if (!open && !language && !phone) return question.words.length > 0 ? question : plain;
  return (await hasTextMatches(deps.db, typedNameQuery(words))) ? plain : question;
}

/** The query that matches every listing. */
export const EVERYTHING: IndexQuery = {
  text: null,
  filterTerms: [],
  boostTerms: [],
  near: null,
  radiusMiles: null,
  boundingBox: null,
  open: null,
  paid: false,
  list: null,
};

/** A search as it was parsed in one of several ways, and its query. */
export type BuiltQuery = Pick<UnderstoodQuery, 'parsed' | 'query'>;

async function buildQuery(
  deps: SearchDeps,
  filters: SearchFilters,
  { typed, ...parts }: { typed: Word[]; question: Question; split: LocationSplit },
): Promise<BuiltQuery> {
  const parsed = parseQuery(deps.gazetteer, filters, parts);
  const { category, place, requiredArea, preferredArea, near, radiusMiles, open, language, phone } = parsed;
  const { languageTerms } = await questionWords(deps.db);
  const scopes = [category && inCategory(category).where, place?.where, requiredArea?.where];
  const query: IndexQuery = {
    text: null,
    filterTerms: [
      ...scopes.flatMap((where) => toFilterTerms(where ?? {})),
      ...(open ? [toOpenTerm(open)] : []),
      ...(language ? [toLanguageTerm(language, languageTerms)] : []),
      ...(phone ? [`#phone${phone}*`] : []),
      ...(filters.website ? ['#website'] : []),
      ...(filters.photos ? ['#photos'] : []),
      ...(filters.stars ? [`#stars${filters.stars}`] : []),
      ...(filters.answers ? ['#answers'] : []),
    ],
    boostTerms: toFilterTerms(preferredArea?.where ?? {}),
    near: requiredArea ? null : near,
    radiusMiles,
    boundingBox: filters.box ?? null,
    open,
    paid: Boolean(filters.website || filters.photos),
    list: toList(place ?? requiredArea, category),
  };
  return { parsed, query: await withWords(deps, query, parsed.words, typed) };
}

/** The list of a place, a category, both, or of all listings. Its order is the one that its page has without filters. */
function toList(place: Area | null, category: CategoryNode | null): IndexQuery['list'] {
  const ofCategory = category && inCategory(category);
  const relevance = place?.relevance ?? ofCategory?.relevance ?? 'completeness';
  return { where: { ...place?.where, ...ofCategory?.where }, relevance };
}

/** The same query for other words. */
export async function withWords(
  { db, gazetteer }: SearchDeps,
  query: IndexQuery,
  words: Word[],
  typed = words,
): Promise<IndexQuery> {
  return { ...query, text: toTextQuery(words, await categoryWords(db, gazetteer), typed) };
}

/** The term of listings to which a filter by opening hours can apply. */
export const toOpenTerm = (open: OpenFilter) => (open === '24h' ? '#always' : '#hours');

/** Any of the names of a language. */
export const toLanguageTerm = (language: LanguageCode, terms: QuestionWords['languageTerms']) =>
  (terms.get(language) ?? []).join('|');

/** The terms by which `listing_search.words` holds the category and places of a listing (schema/functions/search-index.sql). */
export function toFilterTerms(where: ListingScope['where']): string[] {
  return Object.entries(where).map(([column, value]) => {
    const [, kind] = /^(?:top_)?([a-z]+)/.exec(column) ?? [];
    return `#${kind}${value}`;
  });
}

/** The search without 'open now' and 'open late', which are about the present moment. */
export function withoutMoment(understood: UnderstoodQuery): UnderstoodQuery {
  const { query } = understood;
  if (query.open === null || query.open === '24h') return understood;
  const filterTerms = query.filterTerms.filter((term) => term !== toOpenTerm('now'));
  return { ...understood, query: { ...query, open: null, filterTerms } };
}
