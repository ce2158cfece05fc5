import type { CategoryNode } from '#server/places/gazetteer.ts';
import type { CategoryWords } from '#server/search/category-words.ts';
import type { Word } from '#server/search/tokenize.ts';

/** Adjacent words that form one term: a phrase for categories, or a single word. */
export interface Segment {
  words: Word[];
  isKindWord: boolean;
  /** Whether businesses match by the words themselves, not only by their category. */
  isInText: boolean;
  categories: CategoryNode[];
  /** Terms of the categories themselves; and of names that contain a category's name. */
  categoryTerms: string[];
  nameTerms: string[];
  /** Terms of what is of the kind beyond doubt, if it has the words; many a pizzeria is filed under restaurants in general. */
  ofKindTerms: string[];
  /** Terms of chains that are known for the dish that the words name. */
  brandTerms: string[];
}

/** Segments words greedily into the longest phrases for categories. */
export function segmentPhrases(
  words: Word[],
  { find, maxPhraseLength, names, isKindWord, findBrands }: CategoryWords,
): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < words.length; from += segments.at(-1)?.words.length ?? 1) {
    let segment = toSegment(words.slice(from, from + 1));
    for (let to = Math.min(words.length, from + maxPhraseLength); to > from; to--) {
      const phrase = words.slice(from, to);
      const categories = find(phrase);
      if (categories.length === 0 && !isKindWord(phrase)) continue;
      const brandTerms = findBrands(phrase).map((name) => lexeme(`=${name}`));
      const inNames = categories.flatMap((category) => names.get(category) ?? []);
      segment = {
        words: phrase,
        isKindWord: isKindWord(phrase),
        isInText: true,
        categories,
        categoryTerms: toCategoryTerms(categories),
        nameTerms: inNames.map((name) => and(name.map(({ stem }) => lexeme(`=${stem}`)))),
        ofKindTerms: toCategoryTerms(
          categories.map((category) => (category.parent?.key === 'restaurants' ? category.parent : category)),
        ),
        brandTerms,
      };
      break;
    }
    segments.push(segment);
  }
  return segments;
}

/** The terms by which listings have their categories. */
export const toCategoryTerms = (categories: CategoryNode[]) => categories.map(({ id }) => lexeme(`#category${id}`));

/** Words without a category. */
export const toSegment = (words: Word[]): Segment => ({
  words,
  isKindWord: false,
  isInText: true,
  categories: [],
  categoryTerms: [],
  nameTerms: [],
  ofKindTerms: [],
  brandTerms: [],
});

/** Matches a dish by the names of businesses, and of its category only the chains that are known for it. */
export const toDishSegment = (segment: Segment): Segment =>
  segment.brandTerms.length > 0
    ? { ...segment, categoryTerms: [and([or(segment.categoryTerms), or(segment.brandTerms)])] }
    : segment;

/** A word of a `tsquery`. */
export const lexeme = (text: string) => `'${text}'`;
export const or = (parts: string[]): string => (parts.length === 1 ? (parts[0] as string) : `(${parts.join(' | ')})`);
export const and = (parts: string[]) => (parts.length === 1 ? (parts[0] as string) : `(${parts.join(' & ')})`);
