import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { type Language, OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import type { CategoryNode, ReferenceData } from '#server/places/gazetteer.ts';
import { toSpanishPlural } from '#server/search/spanish/phrases.ts';

/** A row of `data/category-words.csv`. The words of several categories stand in a row of their own, which gives the reason. */
export interface CategoryWordsRow {
  slugs: string;
  english: string;
  spanish: string;
  reason: string;
}

/** The words by which searches find a category, besides its name. */
export interface CategorySynonyms {
  category: CategoryNode;
  english: string[];
  spanish: string[];
}

let rows: Promise<CategoryWordsRow[]> | undefined;

/**
 * The words of `data/category-words.csv`, in its order, then those of the categories whose words the staff edited, which replace them. A
 * category can occur several times.
 */
export async function readCategorySynonyms({
  categories,
}: Pick<ReferenceData, 'categories'>): Promise<CategorySynonyms[]> {
  rows ??= readRows();
  const ofData = (await rows).flatMap(({ slugs, english, spanish }) =>
    slugs.split(';').flatMap((slug) => {
      const category = categories.bySlug.get(slug);
      return category && !category.words ? [{ category, english: split(english), spanish: split(spanish) }] : [];
    }),
  );
  return [
    ...ofData,
    ...categories.all.flatMap((category) => (category.words ? [{ category, ...category.words }] : [])),
  ];
}

/** A phrase for a category. */
export interface CategoryPhrase {
  text: string;
  category: CategoryNode;
  language: Language;
  /** Whether it is the English name, or a part of it. */
  isName: boolean;
}

/** The names of categories in all languages, and their English and Spanish synonyms. */
export async function readCategoryPhrases({
  categories,
}: Pick<ReferenceData, 'categories'>): Promise<CategoryPhrase[]> {
  const synonyms = await readCategorySynonyms({ categories });
  return [
    ...categories.all.flatMap((category) =>
      splitCategoryName(category).map((text): CategoryPhrase => ({ text, category, language: 'en', isName: true })),
    ),
    // Whole: 'Luz, agua y gas' are the utilities, and 'agua' is not.
    ...categories.all.flatMap((category) =>
      OTHER_LANGUAGES.flatMap((language) => {
        const text = category.names[language];
        return text ? [{ text, category, language, isName: false }] : [];
      }),
    ),
    ...synonyms.flatMap(({ category, english, spanish }) => [
      ...english.map((text): CategoryPhrase => ({ text, category, language: 'en', isName: false })),
      ...[...spanish, ...spanish.map(toSpanishPlural)].map(
        (text): CategoryPhrase => ({ text, category, language: 'es', isName: false }),
      ),
    ]),
  ];
}

/** A name and its parts ('Breweries, Wineries & Distilleries'). Parts of top categories are too general to use alone. */
function splitCategoryName({ name, parent }: CategoryNode) {
  const parts = name.split(/ & |, /).filter((part) => !part.startsWith('Other'));
  return parent && parts.length > 1 ? [name, ...parts] : [name];
}

/** The words that the data have for a category. @param key its first slug */
export async function findDataWords(key: string): Promise<Omit<CategorySynonyms, 'category'>> {
  rows ??= readRows();
  const own = (await rows).filter(({ slugs }) => slugs.split(';').includes(key));
  return {
    english: own.flatMap(({ english }) => split(english)),
    spanish: own.flatMap(({ spanish }) => split(spanish)),
  };
}

const readRows = async (): Promise<CategoryWordsRow[]> =>
  parse(await readFile(new URL('category-words.csv', DATA_FOLDER)), { columns: true, bom: true, trim: true });

const split = (words: string) => words.split(';').filter(Boolean);
