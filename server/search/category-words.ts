import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { tokenize, type Word } from './tokenize.ts';

/** Phrases for categories: their names, and the English and Spanish synonyms in `data/category-words.csv`. */
export interface CategoryWords {
  /** Categories by the stems of a phrase, and by the stem of its words joined: 'car wash', 'carwash', 'panaderia'. */
  byStems: ReadonlyMap<string, CategoryNode[]>;
  /** In words. */
  maxPhraseLength: number;
  /** Names of each category; a business whose name contains one matches the category whatever its own category is. */
  names: ReadonlyMap<CategoryNode, Word[][]>;
  phrases: readonly Phrase[];
}

interface Phrase {
  words: Word[];
  /** The words joined by spaces. */
  text: string;
  category: CategoryNode;
}

const cache = new WeakMap<object, Promise<CategoryWords>>();

/** The phrases for the current categories, loaded once per version of the gazetteer. */
export function categoryWords(db: Kysely<DB>, { categories }: Gazetteer): Promise<CategoryWords> {
  const found = cache.get(categories) ?? loadCategoryWords(db, categories);
  cache.set(categories, found);
  return found;
}

async function loadCategoryWords(db: Kysely<DB>, categories: Gazetteer['categories']): Promise<CategoryWords> {
  const file = await readFile(new URL('category-words.csv', DATA_FOLDER));
  const rows: { slug: string; words: string }[] = parse(file, { columns: true, bom: true, trim: true });
  const listed = rows.flatMap(({ slug, words }) => {
    const category = categories.bySlug.get(slug);
    return category ? words.split(';').map((text) => ({ text, category })) : [];
  });
  const named = categories.all.flatMap((category) => splitCategoryName(category).map((text) => ({ text, category })));
  const all = [...named, ...listed];

  const words = await tokenize(
    db,
    all.map(({ text }) => text),
  );
  const phrases = all.map(({ category }, i): Phrase => {
    const own = words[i] ?? [];
    return { words: own, text: own.map(({ text }) => text).join(' '), category };
  });
  const runTogether = await tokenize(
    db,
    phrases.map(({ text }) => text.replaceAll(' ', '')),
  );
  const byStems = new Map<string, CategoryNode[]>();
  for (const [i, { words, category }] of phrases.entries()) {
    for (const stems of new Set([joinStems(words), joinStems(runTogether[i] ?? [])])) {
      const categoriesOfStems = byStems.get(stems) ?? [];
      if (!categoriesOfStems.includes(category)) byStems.set(stems, [...categoriesOfStems, category]);
    }
  }
  const names = Map.groupBy(phrases.slice(0, named.length), ({ category }) => category);
  return {
    byStems,
    names: new Map([...names].map(([category, own]) => [category, own.map(({ words }) => words)])),
    maxPhraseLength: Math.max(...words.map(({ length }) => length)),
    phrases,
  };
}

/** A name and its parts ('Breweries, Wineries & Distilleries'). Parts of top categories are too general to use alone. */
function splitCategoryName({ name, parent }: CategoryNode) {
  const parts = name.split(/ & |, /).filter((part) => !part.startsWith('Other'));
  return parent && parts.length > 1 ? [name, ...parts] : [name];
}

export const joinStems = (words: Word[]) => words.map(({ stem }) => stem).join(' ');
