import type { LanguageCode } from '#contract/i18n/language-codes.ts';
import type { SearchFilters } from '#contract/search.ts';
import { inCategory, type ListingScope } from '#server/listings/read/scopes.ts';
import type { CategoryNode } from '#server/places/gazetteer.ts';
import type { Problem } from '#server/search/questions/problems.ts';
import type { QuestionWords } from '#server/search/questions/question-words.ts';
import { toProblemQuery, toTextQuery } from '#server/search/text-query/text-query.ts';
import type { Area } from './areas.ts';
import type { ParsedQuery } from './parse-query.ts';
import { type IndexQuery, isAtTime } from './predicates.ts';
import type { Word } from './tokenize.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The query of the index for a parsed search. @param typed all of its words @param what those that tell a problem, and further ones */
export function buildQuery(
  parsed: ParsedQuery,
  {
    filters,
    typed,
    vocabulary,
    problem = null,
    what = parsed.words,
  }: { filters: SearchFilters; typed: Word[]; vocabulary: Vocabulary; problem?: Problem | null; what?: Word[] },
): IndexQuery {
  const { category, place, requiredArea, preferredArea, near, radiusMiles, strip, open, language, benefits, phone } =
    parsed;
  const text = toTextQuery(what, vocabulary.categories, typed);
  const scopes = [category && inCategory(category).where, place?.where, requiredArea?.where];
  return {
    text: problem ? toProblemQuery(problem, text) : text,
    filterTerms: [
      ...scopes.flatMap((where) => toFilterTerms(where ?? {})),
      ...(open === '24h' ? [ALWAYS_TERM] : []),
      ...(language ? [toLanguageTerm(language, vocabulary.questions)] : []),
      ...(phone ? [`#phone${phone}*`] : []),
      ...(filters.website ? ['#website'] : []),
      ...(filters.photos ? ['#photos'] : []),
      ...(filters.stars ? [`#stars${filters.stars}`] : []),
      ...(filters.answers ? ['#answers'] : []),
      ...(filters.licensed ? ['#licensed'] : []),
      ...benefits.map((benefit) => `#${benefit}`),
    ],
    boostTerms: toFilterTerms(preferredArea?.where ?? {}),
    near: requiredArea || (strip && !strip.hasMiddle) ? null : near,
    radiusMiles,
    strip: strip?.polygons ?? null,
    boundingBox: filters.box ?? null,
    open,
    paid: Boolean(filters.photos),
    list: toList(place ?? requiredArea, category),
  };
}

/** The list of a place, a category, both, or of all listings. Its order is the one that its page has without filters. */
function toList(place: Area | null, category: CategoryNode | null): IndexQuery['list'] {
  const ofCategory = category && inCategory(category);
  const relevance = place?.relevance ?? ofCategory?.relevance ?? 'completeness';
  return { where: { ...place?.where, ...ofCategory?.where }, categoryIds: ofCategory?.categoryIds, relevance };
}

/** The query that matches every listing. */
export const EVERYTHING: IndexQuery = {
  text: null,
  filterTerms: [],
  boostTerms: [],
  near: null,
  radiusMiles: null,
  strip: null,
  boundingBox: null,
  open: null,
  paid: false,
  list: null,
};

/** The term of listings that are open all day, every day. */
export const ALWAYS_TERM = '#always';

/** Any of the names of a language. */
export const toLanguageTerm = (language: LanguageCode, { languageTerms }: QuestionWords) =>
  (languageTerms.get(language) ?? []).join('|');

/** The terms by which `listing_search.words` holds the category and places of a listing (schema/functions/search-index.sql). */
export function toFilterTerms(where: ListingScope['where']): string[] {
  return Object.entries(where).map(([column, value]) => {
    const [, kind] = /^(?:top_)?([a-z]+)/.exec(column) ?? [];
    return `#${kind}${value}`;
  });
}

/** The query without 'open now' and 'open late', which are about the present time. */
export const withoutTime = (query: IndexQuery): IndexQuery => (isAtTime(query) ? { ...query, open: null } : query);
