import type { Language } from '#contract/i18n/languages.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { CategoryWords } from '#server/search/category-words.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import { type Spelling, toSpelling } from './spelling.ts';

/** Longer phrases in Spanish, nearly all with 'de', are not written as one word. */
const MAX_JOINED_SPANISH = 2;

/** The names of categories and places, whole and word by word. */
export interface KnownNames {
  texts: ReadonlySet<string>;
  /** Those in Spanish. */
  spanish: ReadonlySet<string>;
  /** By the number of their letters, because each misspelled word is compared with all that are about as long. */
  byLength: ReadonlyMap<number, { words: string; spelling: Spelling }[]>;
}

const knownNames = new WeakMap<CategoryWords, KnownNames>();

/** Those of the present categories and places. */
export function getKnownNames({ categories }: Vocabulary, { places }: Gazetteer): KnownNames {
  const names = knownNames.get(categories) ?? toKnownNames(categories, places);
  knownNames.set(categories, names);
  return names;
}

function toKnownNames({ phrases }: CategoryWords, places: Gazetteer['places']): KnownNames {
  const ofCategories = (language: Language) =>
    phrases.flatMap((phrase) => {
      if (phrase.language !== language) return [];
      const words = phrase.words.map(({ text }) => text);
      return language === 'es' && words.length > MAX_JOINED_SPANISH ? words : [phrase.text, ...words];
    });
  const spanish = new Set(ofCategories('es'));
  const texts = new Set([...ofCategories('en'), ...spanish, ...places.all.flatMap(({ slug }) => slug.split('-'))]);
  const spellings = [...texts].map((words) => ({
    words,
    spelling: toSpelling(words, { isSpanish: spanish.has(words) }),
  }));
  return { texts, spanish, byLength: Map.groupBy(spellings, ({ spelling }) => spelling.written.letters.length) };
}
