import type { CategoryWords } from '#server/search/category-words.ts';
import type { Problem } from '#server/search/questions/problems.ts';
import { isLinkedArticle } from '#server/search/spanish/phrases.ts';
import { spellingVariants } from '#server/search/spelling/spelling.ts';
import type { Word } from '#server/search/tokenize.ts';
import {
  and,
  lexeme,
  or,
  type Segment,
  segmentPhrases,
  toCategoryTerms,
  toDishSegment,
  toSegment,
} from './segments.ts';
import { getSynonyms, SPANISH_STOP_WORDS, STOP_WORDS } from './word-lists.ts';

/** The words of a search as `tsquery` texts. */
export interface TextQuery {
  /** All words joined without spaces, as in `listing_search.name`. */
  name: string;
  /** From strict to loose; a later tier may match rows of an earlier one again. */
  tiers: string[];
  /** Matches every row that any tier matches. */
  any: string;
  /** The same without matches in descriptions and addresses. */
  prominent: string;
  /** The same without prefix matches. */
  wholeWords: string;
  /** Matches names that contain every word. */
  inName: string;
  /** Matches names that contain the query as it was typed; null where `inName` says the same. */
  asTyped: string | null;
  /** The phrases for categories, and the other words. */
  segments: Segment[];
  /** Whether the words only name kinds of businesses: 'bakery', 'vegan pizza'. */
  isCategory: boolean;
}

/** The longest query in which adjacent words are also tried as one ('star bucks'): the number of variants grows with each word. */
const MAX_JOINED_WORDS = 6;
/** Shorter prefixes match too many words. */
const MIN_PREFIX_LENGTH = 3;
/** Further words are ignored. */
const MAX_WORDS = 12;

/**
 * The `tsquery` texts for these words; null when there are none.
 * @param typed the words with those of the location, and those that became filters
 */
export function toTextQuery(allWords: Word[], categories: CategoryWords, typed = allWords): TextQuery | null {
  const selected = selectSegments(segmentPhrases(allWords, categories)).slice(0, MAX_WORDS);
  const words = selected.flatMap((segment) => segment.words).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const plain = words.map((word) => toSegment([word]));
  const isCategory = selected.every(({ categories }) => categories.length > 0);
  // Nobody who asks for beaches asks for all of Long Beach.
  const segments = selected.map((segment): Segment => {
    const [first, ...others] = segment.words;
    const isPlaceWord = others.length === 0 && categories.placeWords.has(first?.stem ?? '');
    return isCategory && isPlaceWord ? { ...segment, isInText: false } : segment;
  });

  const withPrefix = (mark: string) => (word: Word) => [
    ...getSynonyms(word).map((stem) => lexeme(mark + stem)),
    ...toSpanishTerms(mark, word),
  ];
  const kinds = new Set(selected.flatMap((segment) => (segment.categories.length > 0 ? segment.words : [])));
  // A kind of business is a whole word ('gas' is no gastropub), and most listings of the kind would be read for its prefix.
  const prefixTerms = (mark: string) => (word: Word, isLast: boolean) =>
    isLast && word.text.length >= MIN_PREFIX_LENGTH && !kinds.has(word) ? [`${lexeme(mark + word.text)}:*`] : [];
  // It is no other name in Spanish either: 'solar' is not 'El Sol'.
  const inSpanishName = (word: Word) =>
    kinds.has(word) || !SPANISH_ENDING.test(word.text) ? [] : toSpanishTerms('=', word);
  const nameForms = [toNameTerms, inSpanishName];
  const namePrefixForms = [...nameForms, prefixTerms('=')];
  const visibleForms = [...nameForms, withPrefix('')];
  const visiblePrefixForms = [...visibleForms, prefixTerms('='), prefixTerms('')];
  const anywhereForms = [...visiblePrefixForms, withPrefix('~')];

  // A name may consist of words that say nothing: 'in and out', 'Open Sesame'.
  const joinedTerms = [...new Set([allWords, typed])].flatMap((all) =>
    words.length < all.length && all.length <= MAX_JOINED_WORDS ? toNameTerms(joinWords(all)) : [],
  );
  const asTyped = joinedTerms.length > 0 ? or([...new Set(joinedTerms)]) : null;
  const inName = matchSegments(plain, nameForms);
  // For a category, having its name in the business name is no better match, unless it is a dish that only some of it serve.
  const byDish = segments.some(({ brandTerms }) => brandTerms.length > 0)
    ? [matchSegments(segments.map(toDishSegment), nameForms)]
    : [];
  const byName = [...(asTyped ? [asTyped] : []), ...(isCategory ? byDish : [inName])];
  const byNamePrefix = isCategory ? [] : [matchSegments(plain, namePrefixForms)];
  const inFull = matchSegments(segments, visibleForms);
  // A hotel's bar is called so, and is no hotel.
  const ofKind = isCategory ? [and([inFull, ...selected.map(({ ofKindTerms }) => or(ofKindTerms))])] : [];
  // Words for a kind of business are whole ('gas' is no gastropub), and a mention in a description is no business of that kind:
  // who wears shoe covers sells no shoes.
  const inVisibleText = or([matchSegments(segments, isCategory ? visibleForms : visiblePrefixForms), ...joinedTerms]);
  const anywhere = or([matchSegments(segments, isCategory ? visibleForms : anywhereForms, true), ...joinedTerms]);
  return {
    name: allWords.map(({ text }) => text).join(''),
    tiers: [...new Set([...byName, ...ofKind, inFull, ...byNamePrefix, inVisibleText, anywhere])],
    any: anywhere,
    prominent: inVisibleText,
    wholeWords: inFull,
    inName,
    asTyped,
    segments,
    isCategory,
  };
}

/** The query of who has all words of a search, if they say more than the problem, and of everybody who helps. */
export function toProblemQuery({ words, categories }: Problem, written: TextQuery | null): TextQuery {
  const categoryTerms = toCategoryTerms(categories);
  const helps = or(categoryTerms);
  const saysMore = written?.segments.some((segment) => segment.words.some((word) => !words.includes(word))) ?? false;
  const any = or([...new Set([helps, written?.any ?? helps])]);
  return {
    name: '',
    tiers: [...new Set([...(saysMore && written ? [written.any] : []), helps, any])],
    any,
    prominent: or([...new Set([helps, written?.prominent ?? helps])]),
    wholeWords: helps,
    inName: helps,
    asTyped: null,
    segments: [{ ...toSegment(words), isInText: false, categories, categoryTerms }],
    isCategory: true,
  };
}

/** Matches names that contain the words as they were typed, without spaces: '24 Hour Fitness'; null when they are too many. */
export const typedNameQuery = (words: Word[]): string | null =>
  words.length === 0 || words.length > MAX_JOINED_WORDS ? null : or(toNameTerms(joinWords(words)));

/** Matches names with these words, the last one as a prefix; null when the prefix is too short. */
export function namePrefixQuery(words: Word[]): string | null {
  if (words.length < 2 && (words[0]?.text.length ?? 0) < MIN_PREFIX_LENGTH) return null;
  const plain = words.slice(0, MAX_WORDS).map((word) => toSegment([word]));
  return matchSegments(plain, [(word, isLast) => [lexeme(`=${word.text}`) + (isLast ? ':*' : '')]]);
}

/**
 * Removes stop words, unless little else remains: 'In-N-Out' consists of them. Beside categories alone, words for any business
 * are removed too: 'taco place', but not 'office depot'.
 */
function selectSegments(segments: Segment[]): Segment[] {
  const withoutStopWords = segments.filter(
    ({ words, categories }, i) =>
      categories.length > 0 ||
      words.some(({ text }) => !STOP_WORDS.has(text) && !isLinkedArticle(text, segments[i - 1]?.words.at(-1)?.text)),
  );
  const isSignificant = withoutStopWords.some(({ words }) => words.some(({ text }) => text.length > 2));
  const significant = isSignificant ? withoutStopWords.map(withoutLinks) : segments;
  const specific = significant.filter(({ isKindWord }) => !isKindWord);
  return specific.length > 0 && specific.every(({ categories }) => categories.length > 0) ? specific : significant;
}

/** A phrase for any business without the words that link it to others: 'reparación' of 'reparación de'. */
const withoutLinks = (segment: Segment): Segment =>
  segment.isKindWord && segment.categories.length === 0
    ? { ...segment, words: segment.words.filter(({ text }) => !STOP_WORDS.has(text)) }
    : segment;

type TermExpansion = (word: Word, isLast: boolean) => string[];

/**
 * Requires all segments, each word in any of the forms; or with two adjacent words, or all words, joined.
 * @param matchNames whether a business matches a category by its name alone
 */
function matchSegments(segments: Segment[], forms: TermExpansion[], matchNames = false): string {
  const oneOf = (word: Word, isLast: boolean) => or(forms.flatMap((form) => form(word, isLast)));
  const allIn = (words: Word[], withLast: boolean) =>
    and(withoutStops(words).map((word, i, all) => oneOf(word, withLast && i === all.length - 1)));
  const separate = and(
    segments.map(({ words, isInText, categoryTerms: filed, nameTerms: called }, i) =>
      or([...(isInText ? [allIn(words, i === segments.length - 1)] : []), ...filed, ...(matchNames ? called : [])]),
    ),
  );
  const words = segments.flatMap((segment) => segment.words);
  if (words.length > MAX_JOINED_WORDS) return separate;
  const together = words
    .slice(1)
    .map((word, i) => [...words.slice(0, i), joinWords([words[i] as Word, word]), ...words.slice(i + 2)]);
  if (words.length > 2) together.push([joinWords(words)]);
  return or([separate, ...together.map((variant) => allIn(variant, true))]);
}

/** The words of a phrase without those that Spanish texts have in between: 'cambio aceite'. */
function withoutStops(words: Word[]): Word[] {
  const meant = words.filter(({ text }) => !SPANISH_STOP_WORDS.has(text));
  return meant.length > 0 ? meant : words;
}

const toNameTerms = (word: Word) =>
  [...getSynonyms(word), ...spellingVariants(word.text)].map((stem) => lexeme(`=${stem}`));

/** The ending of most Spanish words, of which names have the English stems too: 'ranch' is no 'rancho'. */
const SPANISH_ENDING = /..[aeiounsrldzjy]$/;

/** The stem that texts in Spanish have. */
const toSpanishTerms = (mark: string, { spanish }: Word) => (spanish === null ? [] : [lexeme(`${mark}+${spanish}`)]);

function joinWords(words: Word[]): Word {
  const text = words.map((word) => word.text).join('');
  return { text, stem: text, spanish: null };
}
