import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Kysely } from 'kysely';
import { type Language, OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import type { DB } from '#server/db/schema.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { readCategorySynonyms } from './category-synonyms.ts';
import { questionWords } from './question-words.ts';
import { tokenize, type Word } from './tokenize.ts';

/** Phrases for categories: their names in all languages, and their English and Spanish synonyms. */
export interface CategoryWords {
  /** Categories by the key of a phrase (`phraseKey`), and by that of its words joined: 'car wash', 'carwash', 'panaderia'. */
  byKey: ReadonlyMap<string, CategoryNode[]>;
  /** In words. */
  maxPhraseLength: number;
  /** Words for any business ('taco place', 'dentist office'), and articles: they say nothing beside a category. */
  isKindWord: (words: Word[]) => boolean;
  /** English names of each category; a business whose name contains one matches the category whatever its own category is. */
  names: ReadonlyMap<CategoryNode, Word[][]>;
  phrases: readonly Phrase[];
  /** Names of the chains that are known for a dish, written without spaces, by the key of the words for it: 'burger'. */
  brandsOfDishes: ReadonlyMap<string, string[]>;
  /** Words in names of places: 'beach', 'park', 'temple'. */
  placeWords: ReadonlySet<string>;
}

interface Phrase {
  words: Word[];
  /** The words joined by spaces. */
  text: string;
  category: CategoryNode;
  /** Of which it is the name in another language than English. */
  language?: Language;
}

const cache = new WeakMap<object, Promise<CategoryWords>>();

/** The phrases for the current categories, loaded once per version of the gazetteer. */
export function categoryWords(db: Kysely<DB>, { categories, places }: Gazetteer): Promise<CategoryWords> {
  const found = cache.get(categories) ?? loadCategoryWords(db, { categories, places });
  cache.set(categories, found);
  return found;
}

async function loadCategoryWords(
  db: Kysely<DB>,
  { categories, places }: Pick<Gazetteer, 'categories' | 'places'>,
): Promise<CategoryWords> {
  const synonyms = await readCategorySynonyms({ categories });
  const listed = synonyms.flatMap(({ category, english, spanish }) =>
    [...english, ...spanish, ...spanish.map(toSpanishPlural)].map((text) => ({ text, category })),
  );
  const named = categories.all.flatMap((category) => splitCategoryName(category).map((text) => ({ text, category })));
  // Whole: 'Luz, agua y gas' are the utilities, and 'agua' is not.
  const translated = categories.all.flatMap((category) =>
    OTHER_LANGUAGES.flatMap((language) => {
      const text = category.names[language];
      return text ? [{ text, category, language }] : [];
    }),
  );
  const all: { text: string; category: CategoryNode; language?: Language }[] = [...named, ...listed, ...translated];

  const words = await tokenize(
    db,
    all.map(({ text }) => text),
  );
  const phrases = all.map(({ category, language }, i): Phrase => {
    const own = words[i] ?? [];
    return { words: own, text: own.map(({ text }) => text).join(' '), category, language };
  });
  const runTogether = await tokenize(
    db,
    phrases.map(({ text }) => text.replaceAll(' ', '')),
  );
  const byKey = new Map<string, CategoryNode[]>();
  for (const [i, { words, category }] of phrases.entries()) {
    for (const key of new Set([phraseKey(words), phraseKey(runTogether[i] ?? [])])) {
      const found = byKey.get(key) ?? [];
      if (!found.includes(category)) byKey.set(key, [...found, category]);
    }
  }
  const { meanings } = await questionWords(db);
  const inNames = phrases.slice(0, named.length).filter(({ text }) => !NOT_IN_NAMES.has(text));
  const names = Map.groupBy(inNames, ({ category }) => category);
  return {
    byKey,
    names: new Map([...names].map(([category, own]) => [category, own.map(({ words }) => words)])),
    maxPhraseLength: Math.max(...words.map(({ length }) => length)),
    isKindWord: (words) => meanings.get(words.map(({ text }) => text).join(' ')) === 'kind',
    phrases,
    placeWords: new Set(places.all.flatMap(({ slug }) => slug.split('-'))),
    brandsOfDishes: await loadBrandsOfDishes(db),
  };
}

async function loadBrandsOfDishes(db: Kysely<DB>): Promise<CategoryWords['brandsOfDishes']> {
  const rows: { words: string; brands: string }[] = parse(await readFile(new URL('brand-dishes.csv', DATA_FOLDER)), {
    columns: true,
  });
  const entries = rows.map(async ({ words, brands }) => {
    const keys = (await tokenize(db, words.split(';'))).map(phraseKey);
    const names = (await tokenize(db, brands.split(';'))).map((name) => name.map(({ text }) => text).join(''));
    return keys.map((key) => [key, names] as const);
  });
  return new Map((await Promise.all(entries)).flat());
}

// Parts of category names that are common in the names of other businesses: 'Arts District Brewing', 'Highland Park Market'.
const NOT_IN_NAMES = new Set(
  ['art music hobby phone phones watch gifts gardeners solar churches temples parks beaches schools colleges libraries']
    .concat(['police fire film media boats stadiums hotels books internet golf printing film clubs pubs copying'])
    .flatMap((words) => words.split(' ')),
);

/** A name and its parts ('Breweries, Wineries & Distilleries'). Parts of top categories are too general to use alone. */
function splitCategoryName({ name, parent }: CategoryNode) {
  const parts = name.split(/ & |, /).filter((part) => !part.startsWith('Other'));
  return parent && parts.length > 1 ? [name, ...parts] : [name];
}

/** The plural of a Spanish noun with its adjectives: 'talleres mecánicos', 'agencias de viajes'. */
export function toSpanishPlural(text: string): string {
  const [noun = '', ...rest] = text.split(/ (?=(?:de|del|para|con|a|y|en|por|sin|al|la|el) )/);
  const plural = noun
    .split(' ')
    .map((word) =>
      /s$/.test(word)
        ? word
        : /z$/.test(word)
          ? `${word.slice(0, -1)}ces`
          : /[aeiouáéó]$/.test(word)
            ? `${word}s`
            : `${word}es`,
    );
  return [plural.join(' '), ...rest].join(' ');
}

/** Words that are alike but for number. 'marketing' is not 'market', and 'spas' is 'spa', whatever the stemmer says. */
export const phraseKey = (words: Word[]) => words.map(toSingular).join(' ');

function toSingular({ text, stem }: Word) {
  if (/.ings?$/.test(text)) return text.replace(/s$/, '');
  return stem === text && /.[^s]s$/.test(text) ? text.slice(0, -1) : stem;
}

/** The stems in one text, by which phrases are compared. */
export const joinStems = (words: Word[]) => words.map(({ stem }) => stem).join(' ');
