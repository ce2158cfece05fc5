import { type Kysely, sql } from 'kysely';
import type { CategoryMerge, MergePreview } from '#contract/admin/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { hasMoreCategory } from '#server/categories/more-categories.ts';
import type { Counts } from '#server/places/counts.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { getCategoryCounts } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import {
  type CategoryRow,
  findCategoryRow,
  getChildren,
  lockTree,
  readTree,
  requireCategory,
  shownName,
} from './category-rows.ts';
import { type CategoryDeps, recordCategoryEvent } from './record.ts';

/**
 * Merges a category into another one, which cannot be undone. From now on whoever files a listing in it files it in the other one. It stays
 * where it is until its last listing has moved, which for some hundred is at once; then its address leads to the other one.
 * @throws {NotFound} when one of them does not exist
 * @throws {Conflict} when it was changed since `version`, has subcategories, or one of them is being merged
 */
export async function mergeCategory(
  { db, categoryChanges }: CategoryDeps,
  id: number,
  { version, into, reason, by }: CategoryMerge & { by: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTree(trx);
    const tree = await readTree(trx);
    const category = requireCategory(tree, id, version);
    const target = requireTarget(tree, category, into);
    // Waits for listings that are being written: each of them is moved, or is filed in the other category.
    await sql`select from categories where id = ${id} for update`.execute(trx);
    const { total } = await countListings(trx, id);
    await trx
      .updateTable('categories')
      .set({ merged_into: into, version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
    await sql`
      update approval_rules set category_ids = category_ids || ${into}::int, version = version + 1
      where ${id}::int = any(category_ids) and not ${into}::int = any(category_ids)`.execute(trx);
    await trx.insertInto('category_changes').values({ category_id: id, kind: 'merge', total }).execute();
    await recordCategoryEvent(trx, {
      kind: 'category-merged',
      actorId: by,
      reason,
      before: { category: id, name: category.name, address: category.slug, listings: total },
      after: { category: into, mergedInto: target.name },
    });
  });
  await categoryChanges.follow();
}

/** What a merge would touch. @throws as `mergeCategory` does */
export async function previewMerge(
  { db, gazetteer, counts }: { db: Kysely<DB>; gazetteer: Gazetteer; counts: Counts },
  id: number,
  into: number,
): Promise<MergePreview> {
  const tree = await readTree(db);
  const category = findCategoryRow(tree, id);
  requireTarget(tree, category, into);
  const { total } = await countListings(db, id);
  const cities = gazetteer.places.all.filter((place) => getCategoryCounts(counts, place).has(id));
  const { rows } = await sql<Omit<MergePreview, 'listings' | 'pages'>>`
    select
      (select count(*)::int from notices where category_id = ${id} and least(ends_at, ended_at) > now()) as notices,
      (select count(*)::int from saved_searches
        where search ~ ('(^|&)category=(' || array_to_string(array(
          select slug from categories where id = ${id} union select slug from former_category_slugs where category_id = ${id}
        ), '|') || ')(&|$)')) as "savedSearches",
      (select ${id}::int = any(category_ids) from approval_rules) as "needsApproval"`.execute(db);
  const [touched] = rows;
  if (!touched) throw new Error('a query without a row');
  return { ...touched, listings: total, pages: 1 + cities.length };
}

async function countListings(db: Kysely<DB>, id: number): Promise<{ total: number }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from listings where category_id = ${id} or ${hasMoreCategory([id])}`.execute(db);
  return rows[0] ?? { total: 0 };
}

function requireTarget(tree: CategoryRow[], category: CategoryRow, into: number): CategoryRow {
  const { id } = category;
  const name = shownName(category);
  if (into === id)
    throw new Invalid(t('Choose another category'), [{ path: 'into', message: t('Choose another category') }]);
  const target = findCategoryRow(tree, into);
  if (getChildren(tree, id).length > 0)
    throw new Conflict(t('{name} has subcategories. Merge or move them first.', { name }));
  if (target.merged_into !== null) throw new Conflict(t('{name} is being merged itself.', { name: shownName(target) }));
  if (tree.some(({ merged_into }) => merged_into === id))
    throw new Conflict(t('Another category is being merged into {name}. Wait until that is done.', { name }));
  return target;
}
