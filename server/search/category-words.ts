import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { tokenize, type Word } from './tokenize.ts';

/** What people call categories: their names and the words of `data/category-words.csv`, English and Spanish. */
export interface CategoryWords {
  /** By the stems of the phrase, and by that of its words run together: 'car wash', 'carwash', 'panaderia'. */
  byStems: ReadonlyMap<string, CategoryNode[]>;
  /** The most words that a phrase has. */
  maxPhraseLength: number;
  /** By which a business that has them in its name is of the category, wherever it is filed. */
  names: ReadonlyMap<CategoryNode, Word[][]>;
  phrases: readonly Phrase[];
}

interface Phrase {
  words: Word[];
  /** The words with a blank between each two. */
  text: string;
  category: CategoryNode;
}

const cache = new WeakMap<object, Promise<CategoryWords>>();

/** The words for the categories as they are now. */
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

/** 'Breweries, Wineries & Distilleries', and each of the three. Top categories say too little in each word. */
function splitCategoryName({ name, parent }: CategoryNode) {
  const parts = name.split(/ & |, /).filter((part) => !part.startsWith('Other'));
  return parent && parts.length > 1 ? [name, ...parts] : [name];
}

export const joinStems = (words: Word[]) => words.map(({ stem }) => stem).join(' ');
