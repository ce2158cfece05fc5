import type { Category, CategoryPage, CityCategory } from '#contract/categories.ts';
import { NotFound } from '../http/errors.ts';
import {
  getCategoryCounts,
  nearestWithListings,
  sumCategoryCounts,
  topCategoriesInPlace,
  topPlacesForCategory,
} from '../places/counted-links.ts';
import type { Counts } from '../places/counts.ts';
import type { CategoryNode, Gazetteer, Place } from '../places/gazetteer.ts';
import { toLink } from '../places/places.ts';

/** @throws {NotFound} 'Category not found' */
export function findCategory({ categories }: Gazetteer, slug: string): CategoryNode {
  const category = categories.bySlug.get(slug);
  if (!category) throw new NotFound('Category not found');
  return category;
}

/**
 * Categories in catalog order. The count of a top category includes its children.
 * @param top omits the children
 */
export function listCategories({ categories }: Gazetteer, counts: Counts, { top }: { top: boolean }): Category[] {
  const shown = top ? categories.all.filter(({ parent }) => parent === null) : categories.all;
  return shown.map((category) => toCategory(category, counts.categories));
}

/** A category with its parent, its relatives (children of a top category, siblings of any other) and its cities. */
export function toCategoryPage(gazetteer: Gazetteer, counts: Counts, category: CategoryNode): CategoryPage {
  const related = category.parent ? category.parent.children.filter(({ id }) => id !== category.id) : category.children;
  return {
    ...toCategory(category, counts.categories),
    parent: category.parent && toCategory(category.parent, counts.categories),
    related: related.map((relatedCategory) => toCategory(relatedCategory, counts.categories)),
    cities: topPlacesForCategory(gazetteer, counts, category),
  };
}

/** The page of a category in a city, without its listings. */
export function toCityCategory(
  gazetteer: Gazetteer,
  counts: Counts,
  city: Place,
  category: CategoryNode,
): CityCategory {
  const numbers = getCategoryCounts(counts, city);
  const countIn = (place: Place) => sumCategoryCounts(category, getCategoryCounts(counts, place));
  const elsewhere = gazetteer.places.all.filter(({ id }) => id !== city.id);
  return {
    city: toLink(city),
    county: toLink(city.county),
    category: toCategory(category, numbers),
    parent: category.parent && toCategory(category.parent, numbers),
    others: topCategoriesInPlace(gazetteer, counts, city).filter(({ slug }) => slug !== category.slug),
    nearest: nearestWithListings(elsewhere, city, countIn).map((place) => ({
      ...toLink(place),
      count: countIn(place),
    })),
  };
}

const toCategory = (category: CategoryNode, numbers: ReadonlyMap<number, number>): Category => ({
  id: category.id,
  name: category.name,
  slug: category.slug,
  icon: category.icon,
  parentId: category.parent?.id ?? null,
  count: sumCategoryCounts(category, numbers),
});
