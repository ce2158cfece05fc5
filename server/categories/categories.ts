import type { Category, CategoryPage, CityCategory } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { getLicenseClasses } from '#contract/listing-fields/license-classes.ts';
import type { CountedLink } from '#contract/places.ts';
import type { Counts } from '#server/places/counts.ts';
import type { CategoryNode, Gazetteer, Place } from '#server/places/gazetteer.ts';
import { nearestPlacesWithListings, nearestWithListings } from '#server/places/place-page.ts';
import {
  getCategoryCounts,
  getCategoryName,
  sumCategoryCounts,
  toCategoryLink,
  toCountyLink,
  toLink,
  topCategoriesInPlace,
  topLinks,
} from '#server/places/places.ts';
import { Moved, NotFound } from '#server/platform/http/errors.ts';

/**
 * The category at an address.
 * @throws {NotFound} 'Category not found'
 * @throws {Moved} when it was the address of a category that has another one now, or was merged into another one
 */
export function findCategory(gazetteer: Gazetteer, slug: string): CategoryNode {
  const category = resolveCategory(gazetteer, slug);
  if (category.slug !== slug) throw new Moved(slug, category.slug);
  return category;
}

/** The category that has, or had, a slug: for what was stored with it. @throws {NotFound} 'Category not found' */
export function resolveCategory({ categories }: Gazetteer, slug: string): CategoryNode {
  const category = categories.bySlug.get(slug);
  if (!category) throw new NotFound(t('Category not found'));
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

/** A category with its parent, its relatives, its neighbors and its cities. */
export function toCategoryPage(gazetteer: Gazetteer, counts: Counts, category: CategoryNode): CategoryPage {
  const { parent } = category;
  const present = (node: CategoryNode) => toCategory(node, counts.categories);
  const page = present(category);
  const related = (parent?.children.filter((sibling) => sibling !== category) ?? category.children).map(present);
  const tops = sortByDistance(gazetteer, parent ?? category);
  return {
    ...page,
    parent: parent && present(parent),
    related,
    neighbors: parent ? [] : tops.slice(0, MAX_NEIGHBORS).map((top) => ({ ...toCategoryLink(top), icon: top.icon })),
    nearest: page.count === 0 ? withListings([...related, ...tops.map(present)]).slice(0, MAX_NEAREST) : [],
    cities: topPlacesForCategory(gazetteer, counts, category),
  };
}

/** The places with most listings of a category, in descending order. */
function topPlacesForCategory({ places }: Gazetteer, counts: Counts, category: CategoryNode): CountedLink[] {
  return topLinks(
    places.all.map((place) => ({ ...place, count: sumCategoryCounts(category, getCategoryCounts(counts, place)) })),
  );
}

const MAX_NEIGHBORS = 6;
const MAX_NEAREST = 8;

const withListings = (categories: Category[]) => categories.filter(({ count }) => count > 0);

/** The other top categories, those next to a top category in the catalog first. */
function sortByDistance({ categories }: Gazetteer, top: CategoryNode): CategoryNode[] {
  const tops = categories.all.filter(({ parent }) => parent === null);
  const distance = (other: CategoryNode) => Math.abs(tops.indexOf(other) - tops.indexOf(top));
  return tops.filter((other) => other !== top).toSorted((a, b) => distance(a) - distance(b));
}

/** The page of a category in a city, without its listings and their areas (`findCategoryAreas`). */
export function toCityCategory(
  gazetteer: Gazetteer,
  counts: Counts,
  city: Place,
  category: CategoryNode,
): Omit<CityCategory, 'neighborhoods' | 'zipCodes'> {
  const numbers = getCategoryCounts(counts, city);
  const countIn = (place: Place) => sumCategoryCounts(category, getCategoryCounts(counts, place));
  const elsewhere = gazetteer.places.all.filter(({ id }) => id !== city.id);
  const nearest = nearestWithListings(elsewhere, city, countIn);
  const others = topCategoriesInPlace(gazetteer, counts, city).filter(({ slug }) => slug !== category.slug);
  const isAlone = numbers.size === 0 && nearest.length === 0;
  const parentCity = gazetteer.places.byId.get(city.cityId ?? 0);
  return {
    city: toLink(city),
    parentCity: parentCity ? toLink(parentCity) : null,
    county: toCountyLink(city.county),
    category: toCategory(category, numbers),
    parent: category.parent && toCategory(category.parent, numbers),
    others,
    nearest: nearest.map((place) => ({ ...toLink(place), count: countIn(place) })),
    nearestOfAnyKind: isAlone ? nearestPlacesWithListings(gazetteer, counts, city) : [],
  };
}

const toCategory = (category: CategoryNode, numbers: ReadonlyMap<number, number>): Category => ({
  ...toLicenses(category),
  id: category.id,
  name: getCategoryName(category),
  slug: category.slug,
  icon: category.icon,
  parentId: category.parent?.id ?? null,
  count: sumCategoryCounts(category, numbers),
});

function toLicenses({ key }: CategoryNode): Pick<Category, 'licenses'> {
  const licenses = getLicenseClasses(key);
  return licenses.length > 0 ? { licenses } : {};
}
