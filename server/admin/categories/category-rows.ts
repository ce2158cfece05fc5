import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { CategoryNames } from '#server/places/gazetteer.ts';
import { getCategoryName, slugify } from '#server/places/places.ts';
import type { Categories, DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { type CategorySynonyms, findDataWords } from '#server/search/category-synonyms.ts';

/** A category as it is stored. */
export type CategoryRow = Selectable<Categories>;

/** Waits for others who change the tree, and for new data: one at a time. */
export async function lockTree(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('gazetteer'))`.execute(trx);
}

/** The categories that are shown, in the order of the tree. */
export const readTree = (db: Kysely<DB>): Promise<CategoryRow[]> =>
  db.selectFrom('categories').selectAll().where('merged_at', 'is', null).orderBy('position').orderBy('id').execute();

/**
 * The category that somebody has open, in a tree that is locked.
 * @throws {NotFound} when there is none
 * @throws {Conflict} when it was changed since the version, or is being merged
 */
export function requireCategory(tree: CategoryRow[], id: number, version: number): CategoryRow {
  const category = findCategoryRow(tree, id);
  if (category.merged_into !== null) throw new Conflict(t('{name} is being merged.', { name: shownName(category) }));
  if (category.version !== version)
    throw new Conflict(t('Someone else changed this category while you had it open. Close this and try again.'));
  return category;
}

/** @throws {NotFound} when there is none */
export function findCategoryRow(tree: CategoryRow[], id: number): CategoryRow {
  const category = tree.find((row) => row.id === id);
  if (!category) throw new NotFound(t('This category doesn’t exist.'));
  return category;
}

/** The children of a category, or with null the top categories, in their order. */
export const getChildren = (tree: CategoryRow[], id: number | null): CategoryRow[] =>
  tree.filter(({ parent_id }) => parent_id === id);

/** The names of a category in other languages. */
export const getNames = ({ names }: Pick<CategoryRow, 'names'>): CategoryNames => names as CategoryNames;

/** The name of a category in the language of the request. */
export const shownName = (row: Pick<CategoryRow, 'name' | 'names'>): string =>
  getCategoryName({ name: row.name, names: getNames(row) });

/** A name without case, accents and punctuation, by which names are compared. */
export const toComparedName = (name: string): string => slugify(name).replaceAll('-', '') || name.toLowerCase();

/** The words by which searches find a category: those that the staff edited, else those of the data. */
export async function getWords({
  english,
  spanish,
  key,
  slug,
}: Pick<CategoryRow, 'english' | 'spanish' | 'key' | 'slug'>): Promise<Omit<CategorySynonyms, 'category'>> {
  if (english && spanish) return { english, spanish };
  const words = await findDataWords(key ?? slug);
  return { english: distinctWords(words.english), spanish: distinctWords(words.spanish) };
}

/** Words without repetitions; case and accents make no difference. */
export const distinctWords = (words: string[]): string[] =>
  [...new Map(words.map((word) => [toComparedWord(word), word] as const).reverse()).values()].reverse();

const toComparedWord = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
