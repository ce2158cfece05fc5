import type { Kysely } from 'kysely';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type AttributeWords, loadAttributeFinder } from '#server/search/questions/attributes.ts';
import { type FindProblem, loadProblems } from '#server/search/questions/problems.ts';
import { readDataRows } from '#server/search/questions/question-rows.ts';
import { joinText, loadQuestionWords, type QuestionWords } from '#server/search/questions/question-words.ts';
import { type BrandWords, loadBrandWords } from '#server/search/spelling/brand-words.ts';
import { readCategoryPhrases } from './category-synonyms.ts';
import { type CategoryWords, toCategoryWords } from './category-words.ts';
import { tokenize, type Word } from './tokenize.ts';

/** What the words of a search can mean. */
export interface Vocabulary {
  categories: CategoryWords;
  questions: QuestionWords;
  findProblem: FindProblem;
  brands: BrandWords;
  findAttributes(words: Word[]): AttributeWords;
}

const cache = new WeakMap<object, Promise<Vocabulary>>();

/** The vocabulary of the current categories, loaded once per version of the gazetteer. */
export function getVocabulary(db: Kysely<DB>, { categories, places }: Gazetteer): Promise<Vocabulary> {
  const found = cache.get(categories) ?? loadVocabulary(db, { categories, places });
  cache.set(categories, found);
  found.catch(() => cache.delete(categories));
  return found;
}

async function loadVocabulary(
  db: Kysely<DB>,
  { categories, places }: Pick<Gazetteer, 'categories' | 'places'>,
): Promise<Vocabulary> {
  const questions = await loadQuestionWords(db);
  const named = await readCategoryPhrases({ categories });
  const brandRows = await readDataRows<{ words: string; brands: string; name_words: string }>('brand-dishes.csv');
  const english = await tokenize(
    db,
    named.flatMap(({ text, language }) => (language === 'en' ? [text] : [])),
  );
  const runTogether = await tokenize(
    db,
    english.map((words) => joinText(words).replaceAll(' ', '')),
  );
  const dishes = await Promise.all(
    brandRows.map(async ({ words, brands, name_words }) => ({
      dishes: await tokenize(db, words.split(';')),
      brands: await tokenize(db, [...brands.split(';'), ...name_words.split(';')].filter(Boolean)),
    })),
  );
  const findProblem = await loadProblems(db, { categories });
  const brands = await loadBrandWords(db);
  return {
    questions,
    findProblem,
    brands,
    findAttributes: await loadAttributeFinder(db),
    categories: toCategoryWords({ named, english, runTogether, dishes, places, questions }),
  };
}
