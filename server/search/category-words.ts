import type { Language } from '#contract/i18n/languages.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { joinText, type QuestionWords } from '#server/search/questions/question-words.ts';
import { withoutAccents } from '#server/search/spanish/accents.ts';
import { splitSpanish, toActionKey, toMasculine, toSpanishKey, toWord } from '#server/search/spanish/phrases.ts';
import type { CategoryPhrase } from './category-synonyms.ts';
import type { Word } from './tokenize.ts';

/** Phrases for categories: their names in all languages, and their English and Spanish synonyms. */
export interface CategoryWords {
  /** The categories of a phrase, in either language and number, with its words apart or joined: 'car wash', 'carwash', 'panaderias'. */
  find(words: Word[]): CategoryNode[];
  /** In words. */
  maxPhraseLength: number;
  /** Words for any business ('taco place', 'dentist office'), and articles: they say nothing beside a category. */
  isKindWord: (words: Word[]) => boolean;
  /** English names of each category; a business whose name contains one matches the category whatever its own category is. */
  names: ReadonlyMap<CategoryNode, Word[][]>;
  phrases: readonly Phrase[];
  /** A word with its accents, if a phrase in Spanish has it: 'panadería'. */
  write(word: Word): string;
  /** Names of the chains that are known for a dish, written without spaces. */
  findBrands(dish: Word[]): string[];
  /** Words in names of places: 'beach', 'park', 'temple'. */
  placeWords: ReadonlySet<string>;
}

interface Phrase {
  words: Word[];
  /** The words joined by spaces. */
  text: string;
  category: CategoryNode;
  language: Language;
}

/** More words that link the others of a Spanish phrase than the file has: 'taller de un mecánico'. */
const MAX_LINKS = 2;

/** The words of these phrases. */
export function toCategoryWords({
  named,
  english,
  runTogether,
  dishes,
  places,
  questions,
}: {
  named: CategoryPhrase[];
  /** The words of the English phrases, and of these written without spaces. */
  english: Word[][];
  runTogether: Word[][];
  /** Dishes with the chains that are known for them. */
  dishes: { dishes: Word[][]; brands: Word[][] }[];
  places: Gazetteer['places'];
  questions: QuestionWords;
}): CategoryWords {
  const tokenized = english.values();
  // Words of Spanish phrases are compared by their letters, so that PostgreSQL need not find the stems of ten thousand phrases.
  const phrases = named.map(({ text, category, language }): Phrase => {
    const words = language === 'en' ? (tokenized.next().value ?? []) : splitSpanish(text);
    return { words, text: joinText(words), category, language };
  });
  const inNames = phrases.filter(({ text }, i) => named[i]?.isName && !NOT_IN_NAMES.has(text));
  const names = Map.groupBy(inNames, ({ category }) => category);
  return {
    find: createFinder(phrases, runTogether),
    names: new Map([...names].map(([category, own]) => [category, own.map(({ words }) => words)])),
    maxPhraseLength: Math.max(...phrases.map(({ words }) => words.length)) + MAX_LINKS,
    isKindWord: (words) => questions.meanings.get(joinText(words)) === 'kind',
    phrases,
    placeWords: new Set(places.all.flatMap(({ slug }) => slug.split('-'))),
    write: createWriter(named),
    findBrands: createBrandFinder(dishes),
  };
}

/**
 * Finds phrases by what is left of them without number. One that is listed in a language is of that language: the 'pan' of a bakery is
 * no frying pan. Otherwise one in Spanish may name a woman, or what is done by a verb: 'plomera', 'arreglan celulares'.
 */
function createFinder(phrases: Phrase[], runTogether: Word[][]): CategoryWords['find'] {
  const english: CategoriesByKey = new Map();
  const written: CategoriesByKey = new Map();
  const spanish: CategoriesByKey = new Map();
  const done: CategoriesByKey = new Map();
  const texts = { en: new Set<string>(), es: new Set<string>() };
  const ofLanguage = (language: Language) => phrases.filter((phrase) => phrase.language === language);
  for (const [i, { words, category }] of ofLanguage('en').entries()) {
    for (const form of [words, runTogether[i] ?? []]) {
      texts.en.add(joinText(form));
      add(english, phraseKey(form), category);
    }
  }
  for (const { words, text, category } of ofLanguage('es')) {
    for (const form of [words, splitSpanish(text.replaceAll(' ', ''))]) {
      texts.es.add(joinText(form));
      add(written, joinText(form), category);
      const key = toSpanishKey(form);
      if (key === null) continue;
      add(spanish, key, category);
      const action = toActionKey(key);
      if (action !== null) add(done, action, category);
    }
  }
  const findEnglish = (words: Word[]) => english.get(phraseKey(words)) ?? [];
  const findByKey = (known: CategoriesByKey, key: string | null) => (key === null ? [] : (known.get(key) ?? []));
  const findSpanish = (words: Word[]) => written.get(joinText(words)) ?? findByKey(spanish, toSpanishKey(words));
  return (words) => {
    const text = joinText(words);
    const [isEnglish, isSpanish] = [texts.en.has(text), texts.es.has(text)];
    const found = [
      ...(isEnglish || !isSpanish ? findEnglish(words) : []),
      ...(isSpanish || !isEnglish ? findSpanish(words) : []),
    ];
    if (found.length > 0) return [...new Set(found)];
    const masculine = toMasculine(text);
    const men = masculine === text ? [] : findSpanish(masculine.split(' ').map(toWord));
    if (men.length > 0) return men;
    const key = toSpanishKey(words);
    return findByKey(done, key === null ? null : toActionKey(key));
  };
}

type CategoriesByKey = Map<string, CategoryNode[]>;

function add(known: CategoriesByKey, key: string, category: CategoryNode) {
  const found = known.get(key) ?? [];
  if (!found.includes(category)) known.set(key, [...found, category]);
}

function createWriter(named: CategoryPhrase[]): CategoryWords['write'] {
  const written = (language: Language) =>
    named.flatMap(({ text, language: own }) => (own === language ? text.toLowerCase().split(/[^\p{L}\p{M}]+/u) : []));
  const english = new Set(written('en'));
  const byText = new Map(
    written('es').flatMap((word) => {
      const text = withoutAccents(word);
      return english.has(text) ? [] : [[text, word] as const];
    }),
  );
  return ({ text }) => byText.get(text) ?? text;
}

function createBrandFinder(rows: { dishes: Word[][]; brands: Word[][] }[]): CategoryWords['findBrands'] {
  const known = new Map<string, string[]>();
  for (const { dishes, brands } of rows) {
    const names = brands.map((name) => name.map(({ text }) => text).join(''));
    for (const dish of dishes) for (const key of toKeys(dish)) known.set(key, names);
  }
  return (dish) => toKeys(dish).flatMap((key) => known.get(key) ?? []);
}

/** The keys of a phrase in either language: one where they are the same. */
const toKeys = (words: Word[]) => [...new Set([phraseKey(words), toSpanishKey(words) ?? ''])];

// Parts of category names that are common in the names of other businesses: 'Arts District Brewing', 'Highland Park Market'.
const NOT_IN_NAMES = new Set(
  ['art music hobby phone phones watch gifts gardeners solar churches temples parks beaches schools colleges libraries']
    .concat(['police fire film media boats stadiums hotels books internet golf printing film clubs pubs copying house'])
    .flatMap((words) => words.split(' ')),
);

/** Words that are alike but for number. 'marketing' is not 'market', and 'spas' is 'spa', whatever the stemmer says. */
export const phraseKey = (words: Word[]) => words.map(toSingular).join(' ');

function toSingular({ text, stem }: Word) {
  if (/.ings?$/.test(text)) return text.replace(/s$/, '');
  return stem === text && /.[^s]s$/.test(text) ? text.slice(0, -1) : stem;
}

/** The stems in one text, by which phrases are compared. */
export const joinStems = (words: Word[]) => words.map(({ stem }) => stem).join(' ');
