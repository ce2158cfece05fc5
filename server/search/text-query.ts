import type { CategoryNode } from '#server/places/gazetteer.ts';
import { type CategoryWords, joinStems } from './category-words.ts';
import { spellingVariants } from './spelling.ts';
import type { Word } from './tokenize.ts';

/** Words as the table of what is searched is asked for them, as `tsquery`. */
export interface TextQuery {
  /** The whole name run together, as `listing_search.name` has it. */
  name: string;
  /** Ever looser, the best first; what one finds, a later one may find again. */
  tiers: string[];
  /** All that any of them finds. */
  any: string;
  /** The same without what is only said somewhere, in a description or an address. */
  prominent: string;
  /** The same, with no word of it half. */
  wholeWords: string;
}

/** How many neighbouring words may be one: 'star bucks'. More of them make the query too large. */
const MAX_JOINED_WORDS = 6;
/** What begins with fewer letters is too much to be meant. */
const MIN_PREFIX_LENGTH = 3;
/** More words than these are not looked at. */
const MAX_WORDS = 12;

// Words that say nothing of the business. The first are in no text but names (migration 0008).
const STOP_WORDS = new Set(
  ['a and at for in is it of on or our the to with you your', 'best good great top cheap cheapest closest nearest']
    .concat(['find find me my me i need want looking local some any'])
    .flatMap((words) => words.split(' ')),
);

// Stems that are written in several ways.
const SYNONYM_STEMS = [
  ['street', 'st', 'saint'],
  ['avenu', 'ave', 'av'],
  ['boulevard', 'blvd'],
  ['road', 'rd'],
  ['drive', 'dr'],
  ['highway', 'hwi'],
  ['parkway', 'pkwi'],
  ['lane', 'ln'],
  ['court', 'ct'],
  ['place', 'pl'],
  ['circl', 'cir'],
  ['squar', 'sq'],
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
  ['mount', 'mt'],
  ['fort', 'ft'],
  ['center', 'centr', 'ctr'],
  ['market', 'mkt', 'marketplac'],
  ['brother', 'bros'],
  ['compani', 'co'],
  ['neighborhood', 'nbrhd'],
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
  ['sixth', '6th'],
  ['seventh', '7th'],
  ['eighth', '8th'],
  ['ninth', '9th'],
  ['tenth', '10th'],
];
const synonymsByStem = new Map(SYNONYM_STEMS.flatMap((stems) => stems.map((stem) => [stem, stems])));

/** What is looked for by these words; null where they say nothing. */
export function toTextQuery(allWords: Word[], categories: CategoryWords): TextQuery | null {
  const words = removeStopWords(allWords).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const segments = segmentPhrases(words, categories);
  const plain = words.map((word): Segment => ({ words: [word], categories: [], categoryTerms: [], nameTerms: [] }));
  const isCategory = segments.every(({ categories }) => categories.length > 0);

  const withPrefix = (mark: string) => (word: Word) => getSynonyms(word).map((stem) => lexeme(mark + stem));
  const toNameTerms = (word: Word) =>
    [...getSynonyms(word), ...spellingVariants(word.text)].map((stem) => lexeme(`=${stem}`));
  const prefixTerms = (mark: string) => (word: Word, isLast: boolean) =>
    isLast && word.text.length >= MIN_PREFIX_LENGTH ? [`${lexeme(mark + word.text)}:*`] : [];
  const named = [toNameTerms];
  const namedPrefix = [...named, prefixTerms('=')];
  const seen = [...named, withPrefix('')];
  const seenPrefix = [...seen, prefixTerms('='), prefixTerms('')];
  const said = [...seenPrefix, withPrefix('~')];

  // A name may be made of what says nothing: 'in and out'.
  const joinedTerms =
    words.length < allWords.length && allWords.length <= MAX_JOINED_WORDS ? toNameTerms(joinWords(allWords)) : [];
  // Who looks for a kind of business is not served better by those that have it in their name.
  const byName = isCategory ? [] : [...(joinedTerms.length > 0 ? [or(joinedTerms)] : []), matchSegments(plain, named)];
  const byNamePrefix = isCategory ? [] : [matchSegments(plain, namedPrefix)];
  const inFull = matchSegments(segments, seen);
  const inSight = or([matchSegments(segments, seenPrefix), ...joinedTerms]);
  const anywhere = or([matchSegments(segments, said, true), ...joinedTerms]);
  return {
    name: allWords.map(({ text }) => text).join(''),
    tiers: [...new Set([...byName, inFull, ...byNamePrefix, inSight, anywhere])],
    any: anywhere,
    prominent: inSight,
    wholeWords: inFull,
  };
}

/** Names with these words, the last of which is only begun; null where it is too short to say anything. */
export function namePrefixQuery(words: Word[]): string | null {
  if (words.length < 2 && (words[0]?.text.length ?? 0) < MIN_PREFIX_LENGTH) return null;
  const plain = words
    .slice(0, MAX_WORDS)
    .map((word): Segment => ({ words: [word], categories: [], categoryTerms: [], nameTerms: [] }));
  return matchSegments(plain, [(word, isLast) => [lexeme(`=${word.text}`) + (isLast ? ':*' : '')]]);
}

/** Leaves out what says nothing, unless nothing much is left: 'In-N-Out' is made of such words. */
function removeStopWords(words: Word[]) {
  const significant = words.filter(({ text }) => !STOP_WORDS.has(text));
  return significant.some(({ text }) => text.length > 2) ? significant : words;
}

/** Neighbouring words that are one thing: a phrase for categories, or a word. */
interface Segment {
  words: Word[];
  categories: CategoryNode[];
  /** What finds those of the categories, whatever the words; and those that are called like them. */
  categoryTerms: string[];
  nameTerms: string[];
}

/** Cuts words into the longest phrases for categories, from the first word on. */
function segmentPhrases(words: Word[], { byStems, maxPhraseLength: longest, names }: CategoryWords): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < words.length; from += segments.at(-1)?.words.length ?? 1) {
    let segment: Segment = { words: words.slice(from, from + 1), categories: [], categoryTerms: [], nameTerms: [] };
    for (let to = Math.min(words.length, from + longest); to > from; to--) {
      const phrase = words.slice(from, to);
      const categories = byStems.get(joinStems(phrase));
      if (!categories) continue;
      const inNames = categories.flatMap((category) => names.get(category) ?? []);
      segment = {
        words: phrase,
        categories,
        categoryTerms: categories.map(({ id }) => lexeme(`#category${id}`)),
        nameTerms: inNames.map((name) => and(name.map(({ stem }) => lexeme(`=${stem}`)))),
      };
      break;
    }
    segments.push(segment);
  }
  return segments;
}

type TermExpansion = (word: Word, isLast: boolean) => string[];

/**
 * All segments, each word in any of the forms; or with two neighbours, or all words, written as one.
 * @param matchNames whether a business may be of a category by its name alone
 */
function matchSegments(segments: Segment[], forms: TermExpansion[], matchNames = false): string {
  const oneOf = (word: Word, isLast: boolean) => or(forms.flatMap((form) => form(word, isLast)));
  const allIn = (words: Word[], withLast: boolean) =>
    and(words.map((word, i) => oneOf(word, withLast && i === words.length - 1)));
  const separate = and(
    segments.map(({ words, categoryTerms: filed, nameTerms: called }, i) =>
      or([allIn(words, i === segments.length - 1), ...filed, ...(matchNames ? called : [])]),
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

function joinWords(words: Word[]): Word {
  const text = words.map((word) => word.text).join('');
  return { text, stem: text };
}

const getSynonyms = ({ stem }: Word) => synonymsByStem.get(stem) ?? [stem];
const lexeme = (text: string) => `'${text}'`;
const or = (parts: string[]): string => (parts.length === 1 ? (parts[0] as string) : `(${parts.join(' | ')})`);
const and = (parts: string[]) => (parts.length === 1 ? (parts[0] as string) : `(${parts.join(' & ')})`);
