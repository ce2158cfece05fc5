import type { Kysely } from 'kysely';
import { type Language, OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readDataRows } from '#server/search/questions/question-rows.ts';
import { joinText, questionWords } from '#server/search/questions/question-words.ts';
import { withoutAccents } from '#server/search/spanish/accents.ts';
import {
  splitSpanish,
  toActionKey,
  toMasculine,
  toSpanishKey,
  toSpanishPlural,
  toWord,
} from '#server/search/spanish/phrases.ts';
import { readCategorySynonyms } from './category-synonyms.ts';
import { tokenize, type Word } from './tokenize.ts';

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

const cache = new WeakMap<object, Promise<CategoryWords>>();

/** The phrases for the current categories, loaded once per version of the gazetteer. */
export function categoryWords(db: Kysely<DB>, { categories, places }: Gazetteer): Promise<CategoryWords> {
  const found = cache.get(categories) ?? loadCategoryWords(db, { categories, places });
  cache.set(categories, found);
  found.catch(() => cache.delete(categories));
  return found;
}

async function loadCategoryWords(
  db: Kysely<DB>,
  { categories, places }: Pick<Gazetteer, 'categories' | 'places'>,
): Promise<CategoryWords> {
  const named = categories.all.flatMap((category) =>
    splitCategoryName(category).map((text): Named => ({ text, category, language: 'en' })),
  );
  const all = [...named, ...namedOtherwise({ categories }), ...(await readSynonyms({ categories }))];
  const phrases = await toPhrases(db, all);
  const { meanings } = await questionWords(db);
  const inNames = phrases.slice(0, named.length).filter(({ text }) => !NOT_IN_NAMES.has(text));
  const names = Map.groupBy(inNames, ({ category }) => category);
  return {
    find: await createFinder(db, phrases),
    names: new Map([...names].map(([category, own]) => [category, own.map(({ words }) => words)])),
    maxPhraseLength: Math.max(...phrases.map(({ words }) => words.length)) + MAX_LINKS,
    isKindWord: (words) => meanings.get(joinText(words)) === 'kind',
    phrases,
    placeWords: new Set(places.all.flatMap(({ slug }) => slug.split('-'))),
    write: createWriter(all),
    findBrands: await loadBrandsOfDishes(db),
  };
}

/** More words that link the others of a Spanish phrase than the file has: 'taller de un mecánico'. */
const MAX_LINKS = 2;

type Named = Omit<Phrase, 'words'>;

/** Their names in other languages, whole: 'Luz, agua y gas' are the utilities, and 'agua' is not. */
const namedOtherwise = ({ categories }: Pick<Gazetteer, 'categories'>): Named[] =>
  categories.all.flatMap((category) =>
    OTHER_LANGUAGES.flatMap((language) => {
      const text = category.names[language];
      return text ? [{ text, category, language }] : [];
    }),
  );

async function readSynonyms({ categories }: Pick<Gazetteer, 'categories'>): Promise<Named[]> {
  return (await readCategorySynonyms({ categories })).flatMap(({ category, english, spanish }) => [
    ...english.map((text): Named => ({ text, category, language: 'en' })),
    ...[...spanish, ...spanish.map(toSpanishPlural)].map((text): Named => ({ text, category, language: 'es' })),
  ]);
}

/** Words of Spanish phrases are compared by their letters, so that PostgreSQL need not find the stems of ten thousand phrases. */
async function toPhrases(db: Kysely<DB>, named: Named[]): Promise<Phrase[]> {
  const english = named.filter(({ language }) => language === 'en').map(({ text }) => text);
  const tokenized = (await tokenize(db, english)).values();
  return named.map(({ text, category, language }) => {
    const words = language === 'en' ? (tokenized.next().value ?? []) : splitSpanish(text);
    return { words, text: joinText(words), category, language };
  });
}

/**
 * Finds phrases by what is left of them without number. One that is listed in a language is of that language: the 'pan' of a bakery is
 * no frying pan. Otherwise one in Spanish may name a woman, or what is done by a verb: 'plomera', 'arreglan celulares'.
 */
async function createFinder(db: Kysely<DB>, phrases: Phrase[]): Promise<CategoryWords['find']> {
  const english: CategoriesByKey = new Map();
  const written: CategoriesByKey = new Map();
  const spanish: CategoriesByKey = new Map();
  const done: CategoriesByKey = new Map();
  const texts = { en: new Set<string>(), es: new Set<string>() };
  const ofLanguage = (language: Language) => phrases.filter((phrase) => phrase.language === language);
  const runTogether = await tokenize(
    db,
    ofLanguage('en').map(({ text }) => text.replaceAll(' ', '')),
  );
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

function createWriter(named: Named[]): CategoryWords['write'] {
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

async function loadBrandsOfDishes(db: Kysely<DB>): Promise<CategoryWords['findBrands']> {
  const rows = await readDataRows<{ words: string; brands: string }>('brand-dishes.csv');
  const known = new Map<string, string[]>();
  for (const { words, brands } of rows) {
    const names = (await tokenize(db, brands.split(';'))).map((name) => name.map(({ text }) => text).join(''));
    for (const dish of await tokenize(db, words.split(';'))) for (const key of toKeys(dish)) known.set(key, names);
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

/** A name and its parts ('Breweries, Wineries & Distilleries'). Parts of top categories are too general to use alone. */
function splitCategoryName({ name, parent }: CategoryNode) {
  const parts = name.split(/ & |, /).filter((part) => !part.startsWith('Other'));
  return parent && parts.length > 1 ? [name, ...parts] : [name];
}

/** Words that are alike but for number. 'marketing' is not 'market', and 'spas' is 'spa', whatever the stemmer says. */
export const phraseKey = (words: Word[]) => words.map(toSingular).join(' ');

function toSingular({ text, stem }: Word) {
  if (/.ings?$/.test(text)) return text.replace(/s$/, '');
  return stem === text && /.[^s]s$/.test(text) ? text.slice(0, -1) : stem;
}

/** The stems in one text, by which phrases are compared. */
export const joinStems = (words: Word[]) => words.map(({ stem }) => stem).join(' ');
