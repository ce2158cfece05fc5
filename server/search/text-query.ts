import type { CategoryNode } from '#server/places/gazetteer.ts';
import { type CategoryWords, stemsOf } from './category-words.ts';
import { writtenOtherwise } from './spelling.ts';
import type { Word } from './words.ts';

/** Words as the table of what is searched is asked for them, as `tsquery`. */
export interface TextQuery {
  /** The whole name run together, as `listing_search.name` has it. */
  name: string;
  /** Ever looser, the best first; what one finds, a later one may find again. */
  tiers: string[];
  /** All that any of them finds. */
  any: string;
  /** The same without what is only said somewhere, in a description or an address. */
  inSight: string;
  /** The same, with no word of it half. */
  inFull: string;
}

/** How many neighbouring words may be one: 'star bucks'. More of them make the query too large. */
const MOST_RUN_TOGETHER = 6;
/** What begins with fewer letters is too much to be meant. */
const SHORTEST_BEGINNING = 3;
/** More words than these are not looked at. */
const MOST_WORDS = 12;

// Words that say nothing of the business. The first are in no text but names (migration 0008).
const FILLERS = new Set(
  ['a and at for in is it of on or our the to with you your', 'best good great top cheap cheapest closest nearest']
    .concat(['find find me my me i need want looking local some any'])
    .flatMap((words) => words.split(' ')),
);

// Stems that are written in several ways.
const SPELLINGS = [
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
const otherSpellings = new Map(SPELLINGS.flatMap((stems) => stems.map((stem) => [stem, stems])));

/** What is looked for by these words; null where they say nothing. */
export function textQuery(all: Word[], categories: CategoryWords): TextQuery | null {
  const words = withoutFillers(all).slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const segments = segmentsOf(words, categories);
  const plain = words.map((word): Segment => ({ words: [word], categories: [], filed: [], called: [] }));
  const isCategory = segments.every(({ categories }) => categories.length > 0);

  const marked = (mark: string) => (word: Word) => stemsLike(word).map((stem) => lexeme(mark + stem));
  const called = (word: Word) => [...stemsLike(word), ...writtenOtherwise(word.text)].map((stem) => lexeme(`=${stem}`));
  const begun = (mark: string) => (word: Word, isLast: boolean) =>
    isLast && word.text.length >= SHORTEST_BEGINNING ? [`${lexeme(mark + word.text)}:*`] : [];
  const named = [called];
  const namedBegun = [...named, begun('=')];
  const seen = [...named, marked('')];
  const seenBegun = [...seen, begun('='), begun('')];
  const said = [...seenBegun, marked('~')];

  // A name may be made of what says nothing: 'in and out'.
  const asOne = words.length < all.length && all.length <= MOST_RUN_TOGETHER ? called(joined(all)) : [];
  // Who looks for a kind of business is not served better by those that have it in their name.
  const byName = isCategory ? [] : [...(asOne.length > 0 ? [any(asOne)] : []), allOf(plain, named)];
  const byNameBegun = isCategory ? [] : [allOf(plain, namedBegun)];
  const inFull = allOf(segments, seen);
  const inSight = any([allOf(segments, seenBegun), ...asOne]);
  const anywhere = any([allOf(segments, said, true), ...asOne]);
  return {
    name: all.map(({ text }) => text).join(''),
    tiers: [...new Set([...byName, inFull, ...byNameBegun, inSight, anywhere])],
    any: anywhere,
    inSight,
    inFull,
  };
}

/** Names with these words, the last of which is only begun; null where it is too short to say anything. */
export function namesBeginning(words: Word[]): string | null {
  if (words.length < 2 && (words[0]?.text.length ?? 0) < SHORTEST_BEGINNING) return null;
  const plain = words
    .slice(0, MOST_WORDS)
    .map((word): Segment => ({ words: [word], categories: [], filed: [], called: [] }));
  return allOf(plain, [(word, isLast) => [lexeme(`=${word.text}`) + (isLast ? ':*' : '')]]);
}

/** Leaves out what says nothing, unless nothing much is left: 'In-N-Out' is made of such words. */
function withoutFillers(words: Word[]) {
  const telling = words.filter(({ text }) => !FILLERS.has(text));
  return telling.some(({ text }) => text.length > 2) ? telling : words;
}

/** Neighbouring words that are one thing: a phrase for categories, or a word. */
interface Segment {
  words: Word[];
  categories: CategoryNode[];
  /** What finds those of the categories, whatever the words; and those that are called like them. */
  filed: string[];
  called: string[];
}

/** Cuts words into the longest phrases for categories, from the first word on. */
function segmentsOf(words: Word[], { byStems, longest, names }: CategoryWords): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < words.length; from += segments.at(-1)?.words.length ?? 1) {
    let segment: Segment = { words: words.slice(from, from + 1), categories: [], filed: [], called: [] };
    for (let to = Math.min(words.length, from + longest); to > from; to--) {
      const phrase = words.slice(from, to);
      const categories = byStems.get(stemsOf(phrase));
      if (!categories) continue;
      const inNames = categories.flatMap((category) => names.get(category) ?? []);
      segment = {
        words: phrase,
        categories,
        filed: categories.map(({ id }) => lexeme(`#category${id}`)),
        called: inNames.map((name) => all(name.map(({ stem }) => lexeme(`=${stem}`)))),
      };
      break;
    }
    segments.push(segment);
  }
  return segments;
}

type Form = (word: Word, isLast: boolean) => string[];

/**
 * All segments, each word in any of the forms; or with two neighbours, or all words, written as one.
 * @param widely whether a business may be of a category by its name alone
 */
function allOf(segments: Segment[], forms: Form[], widely = false): string {
  const oneOf = (word: Word, isLast: boolean) => any(forms.flatMap((form) => form(word, isLast)));
  const allIn = (words: Word[], withLast: boolean) =>
    all(words.map((word, i) => oneOf(word, withLast && i === words.length - 1)));
  const separate = all(
    segments.map(({ words, filed, called }, i) =>
      any([allIn(words, i === segments.length - 1), ...filed, ...(widely ? called : [])]),
    ),
  );
  const words = segments.flatMap((segment) => segment.words);
  if (words.length > MOST_RUN_TOGETHER) return separate;
  const together = words
    .slice(1)
    .map((word, i) => [...words.slice(0, i), joined([words[i] as Word, word]), ...words.slice(i + 2)]);
  if (words.length > 2) together.push([joined(words)]);
  return any([separate, ...together.map((variant) => allIn(variant, true))]);
}

function joined(words: Word[]): Word {
  const text = words.map((word) => word.text).join('');
  return { text, stem: text };
}

const stemsLike = ({ stem }: Word) => otherSpellings.get(stem) ?? [stem];
const lexeme = (text: string) => `'${text}'`;
const any = (parts: string[]): string => (parts.length === 1 ? (parts[0] as string) : `(${parts.join(' | ')})`);
const all = (parts: string[]) => (parts.length === 1 ? (parts[0] as string) : `(${parts.join(' & ')})`);
