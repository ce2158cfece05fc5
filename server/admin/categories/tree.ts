import type { Kysely } from 'kysely';
import type { AdminCategories, AdminCategory } from '#contract/admin/categories.ts';
import type { Counts } from '#server/places/counts.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type CategoryRow, getChildren, getNames, getWords, readTree, shownName } from './category-rows.ts';
import { listCategoryIcons } from './icons.ts';

/** The tree as the staff edits it. */
export async function listAdminCategories(
  db: Kysely<DB>,
  counts: Pick<Counts, 'categories'>,
): Promise<AdminCategories> {
  const tree = await readTree(db);
  const [formerSlugs, changes] = [await readFormerSlugs(db), await readChanges(db)];
  const ordered = getChildren(tree, null).flatMap((top) => [top, ...getChildren(tree, top.id)]);
  const categories = ordered.map(async (row): Promise<AdminCategory> => {
    const { id, version, name, slug, icon, parent_id: parentId } = row;
    const change = changes.find(({ category_id }) => category_id === id);
    return {
      id,
      version,
      name,
      names: getNames(row),
      slug,
      icon,
      parentId,
      count: [row, ...getChildren(tree, id)].reduce((sum, { id }) => sum + (counts.categories.get(id) ?? 0), 0),
      ...(await getWords(row)),
      formerSlugs: formerSlugs.get(id) ?? [],
      change: change ? { kind: change.kind, into: getShownName(tree, row.merged_into), ...pickProgress(change) } : null,
    };
  });
  return { categories: await Promise.all(categories), icons: await listCategoryIcons() };
}

function getShownName(tree: CategoryRow[], id: number | null): string | null {
  const found = tree.find((row) => row.id === id);
  return found ? shownName(found) : null;
}

const pickProgress = ({ done, total }: { done: number; total: number }) => ({ done: Math.min(done, total), total });

const readChanges = (db: Kysely<DB>) =>
  db.selectFrom('category_changes').selectAll().where('finished_at', 'is', null).orderBy('id').execute();

/** The addresses that redirect, by the category to which they lead now. */
async function readFormerSlugs(db: Kysely<DB>): Promise<Map<number, string[]>> {
  const merged = await db
    .selectFrom('categories')
    .select(['id', 'slug', 'merged_into'])
    .where('merged_at', 'is not', null)
    .execute();
  const intoOf = new Map(merged.map(({ id, merged_into }) => [id, merged_into ?? id]));
  const resolve = (id: number): number => {
    const into = intoOf.get(id);
    return into === undefined ? id : resolve(into);
  };
  const former = await db.selectFrom('former_category_slugs').selectAll().orderBy('slug').execute();
  const all = [...merged.map(({ id, slug }) => ({ slug, category_id: id })), ...former];
  const groups = Map.groupBy(all, ({ category_id }) => resolve(category_id));
  return new Map([...groups].map(([id, rows]) => [id, rows.map(({ slug }) => slug).sort()]));
}
