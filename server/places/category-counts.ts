import type { CountedLink } from '#contract/places.ts';
import type { Counts } from './counts.ts';
import type { CategoryNode, Gazetteer, Place } from './gazetteer.ts';

/** How many links of a kind a page offers. */
const MAX_LINKS = 24;

const EMPTY_COUNTS: ReadonlyMap<number, number> = new Map();

/** Numbers of listings by the category that they name: of a place. */
export const getCategoryCounts = ({ categoriesOfPlaces }: Counts, { id }: Place) =>
  categoriesOfPlaces.get(id) ?? EMPTY_COUNTS;

/** How many listings a category has, its children's among them. */
export const sumCategoryCounts = (category: CategoryNode, numbers: ReadonlyMap<number, number>): number =>
  category.children.reduce((sum, child) => sum + sumCategoryCounts(child, numbers), numbers.get(category.id) ?? 0);

/** The categories of both levels that have most listings in a place, those with most first. */
export function topCategoriesInPlace({ categories }: Gazetteer, counts: Counts, place: Place): CountedLink[] {
  const numbers = getCategoryCounts(counts, place);
  return topLinks(categories.all.map((category) => ({ ...category, count: sumCategoryCounts(category, numbers) })));
}

/** The places with most listings of a category, those with most first. */
export function topPlacesForCategory({ places }: Gazetteer, counts: Counts, category: CategoryNode): CountedLink[] {
  return topLinks(
    places.all.map((place) => ({ ...place, count: sumCategoryCounts(category, getCategoryCounts(counts, place)) })),
  );
}

const topLinks = (rows: CountedLink[]): CountedLink[] =>
  rows
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_LINKS)
    .map(({ name, slug, count }) => ({ name, slug, count }));
