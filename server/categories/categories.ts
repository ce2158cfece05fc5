import type { Category, CategoryPage, CityCategory } from '#contract/categories.ts';
import { NotFound } from '../http/errors.ts';
import { categoriesIn, countOf, numbersIn, placesWith } from '../places/category-counts.ts';
import type { Counts } from '../places/counts.ts';
import type { CategoryNode, Gazetteer, Place } from '../places/gazetteer.ts';
import { nearestWith } from '../places/nearest.ts';
import { link } from '../places/places.ts';

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
  const shown = top ? categories.all.filter(({ parent }) => parent === null) : categories.all;
  return shown.map((category) => countedCategory(category, counts.categories));
}

/** A category with its parent, its relatives (children of a top category, siblings of any other) and its cities. */
export function categoryPage(gazetteer: Gazetteer, counts: Counts, category: CategoryNode): CategoryPage {
  const related = category.parent ? category.parent.children.filter(({ id }) => id !== category.id) : category.children;
  return {
    ...countedCategory(category, counts.categories),
    parent: category.parent && countedCategory(category.parent, counts.categories),
    related: related.map((relative) => countedCategory(relative, counts.categories)),
    cities: placesWith(gazetteer, counts, category),
  };
}

/** What the page of a category in a city shows beside its listings. */
export function cityCategory(gazetteer: Gazetteer, counts: Counts, city: Place, category: CategoryNode): CityCategory {
  const numbers = numbersIn(counts, city);
  const countIn = (place: Place) => countOf(category, numbersIn(counts, place));
  const elsewhere = gazetteer.places.all.filter(({ id }) => id !== city.id);
  return {
    city: link(city),
    county: link(city.county),
    category: countedCategory(category, numbers),
    parent: category.parent && countedCategory(category.parent, numbers),
    others: categoriesIn(gazetteer, counts, city).filter(({ slug }) => slug !== category.slug),
    nearest: nearestWith(elsewhere, city, countIn).map((place) => ({ ...link(place), count: countIn(place) })),
  };
}

const countedCategory = (category: CategoryNode, numbers: ReadonlyMap<number, number>): Category => ({
  id: category.id,
  name: category.name,
  slug: category.slug,
  icon: category.icon,
  parentId: category.parent?.id ?? null,
  count: countOf(category, numbers),
});
