import type { Transaction } from 'kysely';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { CategoryNames } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { type CategoryRow, getChildren, getNames, shownName, toComparedName } from './category-rows.ts';
import { listCategoryIcons } from './icons.ts';

/** @throws {Conflict} for the name of another category; case, accents and punctuation make no difference */
export function requireUniqueName(tree: CategoryRow[], name: string, own?: number): void {
  const same = tree.find((row) => row.id !== own && toComparedName(row.name) === toComparedName(name));
  if (same) throw conflictAt('name', t('There is a category {name} already', { name: same.name }));
}

/** @throws {Conflict} for a name that another category has in the same language */
export function requireUniqueNames(tree: CategoryRow[], names: CategoryNames, own?: number): void {
  for (const [language, name] of Object.entries(names) as [Language, string][]) {
    const isSame = (other = '') => other !== '' && toComparedName(other) === toComparedName(name);
    const same = tree.find((row) => row.id !== own && isSame(getNames(row)[language]));
    if (same) throw conflictAt(`names.${language}`, t('There is a category {name} already', { name }));
  }
}

/**
 * The address of no other category, now or earlier.
 * @param own the category that takes it; one that it had before is its own
 * @throws {Conflict} otherwise
 */
export async function requireSlug(trx: Transaction<DB>, slug: string, own?: number): Promise<void> {
  const current = await trx
    .selectFrom('categories')
    .select(['id', 'name', 'names', 'merged_at'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (current && current.id !== own)
    throw conflictAt(
      'slug',
      current.merged_at ? hadIt(current) : t('{name} has this web address', { name: shownName(current) }),
    );
  const former = await trx
    .selectFrom('former_category_slugs as f')
    .innerJoin('categories as c', 'c.id', 'f.category_id')
    .select(['c.id', 'c.name', 'c.names'])
    .where('f.slug', '=', slug)
    .executeTakeFirst();
  if (former && former.id !== own) throw conflictAt('slug', hadIt(former));
}

const hadIt = (row: Pick<CategoryRow, 'name' | 'names'>) =>
  t('{name} had this web address, which still redirects', { name: shownName(row) });

function conflictAt(path: string, message: string): Conflict {
  return new Conflict(message, [{ path, message }]);
}

/**
 * The category under which another one can be; null for the top.
 * @param own the category that is moved
 * @throws {Invalid} when there is none, or it is not a top category, or `own` has children
 */
export function requireParent(tree: CategoryRow[], parentId: number | null, own?: number): CategoryRow | null {
  if (parentId === null) return null;
  const refuse = (message: string) => new Invalid(message, [{ path: 'parentId', message }]);
  const parent = tree.find(({ id }) => id === parentId);
  if (!parent || parent.parent_id !== null || parentId === own || parent.merged_into !== null)
    throw refuse(t('Choose a top category'));
  if (own !== undefined && getChildren(tree, own).length > 0)
    throw refuse(t('A category with subcategories stays at the top. Move or merge them first.'));
  return parent;
}

/** @throws {Invalid} for an icon that the site does not have */
export async function requireIcon(icon: string): Promise<void> {
  const message = t('Choose an icon from the list');
  if (!(await listCategoryIcons()).includes(icon)) throw new Invalid(message, [{ path: 'icon', message }]);
}

/** What searches understand is made anew by every process when a word changes. */
const MAX_EDITED_WORDS = 10_000;

/** @throws {Conflict} when all categories together have too many words of the staff with those of this one */
export function requireFewWords(
  tree: CategoryRow[],
  own: number | undefined,
  { english, spanish }: { english: string[]; spanish: string[] },
): void {
  const others = tree.filter(({ id }) => id !== own);
  const count = others.reduce((sum, row) => sum + (row.english?.length ?? 0) + (row.spanish?.length ?? 0), 0);
  if (count + english.length + spanish.length > MAX_EDITED_WORDS)
    throw new Conflict(t('There are too many words for categories. Remove some first.'));
}
