import type { SuggestedCategory } from '#contract/search.ts';
import type { CategoryNode } from '#server/places/gazetteer.ts';
import { toCategoryLink } from '#server/places/places.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import { tokenizeQuery, type Word } from '#server/search/tokenize.ts';
import { getVocabulary, type Vocabulary } from '#server/search/vocabulary.ts';
import { findCategoriesByPrefix } from './suggestions.ts';

const MAX_SUGGESTED = 6;
/** A longer text tells of much that the business does not do. */
const MAX_PROBLEM_WORDS = 8;

/**
 * The categories that the words of a text mean, as searches understand them: what somebody types to find a category, or the name and the
 * description of a business. Longer phrases count for more; where none is known, those that begin like it.
 */
export async function suggestCategories({ db, gazetteer }: SearchDeps, q: string): Promise<SuggestedCategory[]> {
  const vocabulary = await getVocabulary(db, gazetteer);
  const words = await tokenizeQuery(db, q);
  if (words.length === 0) return [];
  const typed = words.map(({ text }) => text).join(' ');
  const meant = findMeant(vocabulary, words);
  const problem = words.length <= MAX_PROBLEM_WORDS ? vocabulary.findProblem(words) : null;
  const begun = findCategoriesByPrefix(vocabulary, typed, MAX_SUGGESTED);
  return [...new Set([...meant, ...(problem?.categories ?? []), ...begun])]
    .slice(0, MAX_SUGGESTED)
    .map((category) => ({ id: category.id, ...toCategoryLink(category) }));
}

/** The categories of the phrases in a text, which do not overlap: the longest and most frequent first. */
function findMeant({ categories }: Vocabulary, words: Word[]): CategoryNode[] {
  const weights = new Map<CategoryNode, number>();
  let at = 0;
  while (at < words.length) {
    const length = findLength(categories, words, at);
    for (const category of length === 0 ? [] : categories.find(words.slice(at, at + length)))
      weights.set(category, (weights.get(category) ?? 0) + length);
    at += Math.max(1, length);
  }
  return [...weights].sort(([, a], [, b]) => b - a).map(([category]) => category);
}

/** How many words the longest phrase has that begins there; 0 without one. */
function findLength(categories: Vocabulary['categories'], words: Word[], at: number): number {
  for (let length = Math.min(categories.maxPhraseLength, words.length - at); length > 0; length -= 1)
    if (categories.find(words.slice(at, at + length)).length > 0) return length;
  return 0;
}
