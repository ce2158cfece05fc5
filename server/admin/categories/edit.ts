import { sql } from 'kysely';
import { type CategoryEdit, type CategoryForm, MAX_CATEGORIES } from '#contract/admin/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { slugify } from '#server/places/places.ts';
import { CATEGORIES_KEY, GAZETTEER_KEY, invalidate } from '#server/platform/db/invalidate.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import { distinctWords, lockTree, readTree, requireCategory } from './category-rows.ts';
import {
  requireFewWords,
  requireIcon,
  requireParent,
  requireSlug,
  requireUniqueName,
  requireUniqueNames,
} from './checks.ts';
import { findDifferences, nextPosition } from './differences.ts';
import {
  type CategoryDeps,
  invalidateCategory,
  recordCategoryEvent,
  toEditedName,
  toFact,
  toNamesFact,
  withoutEmptyNames,
} from './record.ts';

const MAX_SLUG_LENGTH = 60;

/** What counts as edited of a category that new data never change, besides its names in other languages. */
const ALL_FIELDS = ['name', 'icon', 'parent', 'position'];

/**
 * Adds a category, after its siblings.
 * @throws {Conflict} for a name or address that another category has or had, or when there are as many as can be
 * @throws {Invalid} for an unknown icon, or a parent that can have no children
 */
export const addCategory = (
  { db }: CategoryDeps,
  { name, icon, parentId, english, spanish, reason, by, ...form }: CategoryForm & { by: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockTree(trx);
    const tree = await readTree(trx);
    if (tree.length >= MAX_CATEGORIES)
      throw new Conflict(t('There can be at most {max} categories.', { max: MAX_CATEGORIES }));
    const parent = requireParent(tree, parentId);
    requireUniqueName(tree, name);
    const names = withoutEmptyNames(form.names);
    requireUniqueNames(tree, names);
    const slug = form.slug || suggestSlug(name);
    await requireSlug(trx, slug);
    await requireIcon(icon);
    requireFewWords(tree, undefined, { english, spanish });
    const { id } = await trx
      .insertInto('categories')
      .values({
        name,
        names: JSON.stringify(names),
        slug,
        icon,
        parent_id: parentId,
        position: nextPosition(tree, parentId),
        edited: [...ALL_FIELDS, ...Object.keys(names).map(toEditedName)],
        english: distinctWords(english),
        spanish: distinctWords(spanish),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordCategoryEvent(trx, {
      kind: 'category-added',
      actorId: by,
      reason,
      after: {
        category: id,
        name,
        ...(Object.keys(names).length > 0 && { names: toNamesFact(names) }),
        address: slug,
        icon,
        parent: parent?.name ?? null,
        words: toFact([...english, ...spanish]),
      },
    });
    await invalidate(trx, [GAZETTEER_KEY, CATEGORIES_KEY, SEARCH_KEY]);
  });

/**
 * Changes what differs: the name in each language, the address (the former one redirects), the icon, the parent (after its new siblings), and the words.
 * @throws {NotFound} when there is none
 * @throws {Conflict} when it was changed since `version`, is being merged, or for a name or address that another category has or had
 * @throws {Invalid} for an unknown icon, a parent that can have no children, or when nothing differs
 */
export async function editCategory(
  { db, categoryChanges }: CategoryDeps,
  id: number,
  { version, reason, by, ...form }: CategoryEdit & { by: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTree(trx);
    const tree = await readTree(trx);
    const category = requireCategory(tree, id, version);
    const differences = await findDifferences(trx, tree, category, form);
    if (differences.length === 0) throw new Invalid(t('Nothing was changed.'));
    // Waits for listings that are being written with the former parent.
    await sql`select from categories where id = ${id} for update`.execute(trx);
    await trx
      .updateTable('categories')
      .set({
        ...Object.assign({}, ...differences.map(({ set }) => set)),
        edited: [...new Set([...category.edited, ...differences.flatMap(({ edited = [] }) => edited)])],
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute();
    await recordCategoryEvent(trx, {
      kind: 'category-edited',
      actorId: by,
      reason,
      before: Object.assign({ category: id, name: category.name }, ...differences.map(({ before }) => before)),
      after: Object.assign({ category: id }, ...differences.map(({ after }) => after)),
    });
    if (differences.every(({ isOfSearch }) => isOfSearch)) await invalidate(trx, [GAZETTEER_KEY, SEARCH_KEY]);
    else await invalidateCategory(trx, category, form.slug || category.slug);
  });
  await categoryChanges.follow();
}

/** The address of a name. @throws {Invalid} for a name without a Latin letter or digit */
function suggestSlug(name: string): string {
  const slug = slugify(name).slice(0, MAX_SLUG_LENGTH).replace(/-$/, '');
  if (slug === '') throw new Invalid(t('Enter an address'), [{ path: 'slug', message: t('Enter an address') }]);
  return slug;
}
