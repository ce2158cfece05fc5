import type { Category, CategoryPage } from '#contract/categories.ts';
import { NotFound } from '../http/errors.ts';
import type { Counts } from '../places/counts.ts';
import type { CategoryNode, Gazetteer } from '../places/gazetteer.ts';

/** @throws {NotFound} 'Category not found' */
export function findCategory({ categories }: Gazetteer, slug: string): CategoryNode {
  const category = categories.bySlug.get(slug);
  if (!category) throw new NotFound('Category not found');
  return category;
}

/**
 * Categories in the order of the catalogue. A top category counts its children's listings too.
 * @param top leaves the children out
 */
export function listCategories({ categories }: Gazetteer, counts: Counts, { top }: { top: boolean }): Category[] {
  const count = (category: CategoryNode): number =>
    category.children.reduce((sum, child) => sum + count(child), counts.categories.get(category.id) ?? 0);
  const shown = top ? categories.all.filter(({ parent }) => parent === null) : categories.all;
  return shown.map((category) => ({ ...publicCategory(category), count: count(category) }));
}

/** A category with its parent and its relatives: children of a top category, siblings of any other. */
export function categoryPage(category: CategoryNode): CategoryPage {
  const related = category.parent ? category.parent.children.filter(({ id }) => id !== category.id) : category.children;
  return {
    ...publicCategory(category),
    parent: category.parent && publicCategory(category.parent),
    related: related.map(publicCategory),
  };
}

const publicCategory = ({ id, name, slug, icon, parent }: CategoryNode) => ({
  id,
  name,
  slug,
  icon,
  parentId: parent?.id ?? null,
});
