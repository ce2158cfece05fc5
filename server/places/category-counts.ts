import type { CountedLink } from '#contract/places.ts';
import type { Counts } from './counts.ts';
import type { CategoryNode, Gazetteer, Place } from './gazetteer.ts';

/** The most links of one kind on a page. */
const MAX_LINKS = 24;

const EMPTY_COUNTS: ReadonlyMap<number, number> = new Map();

/** The numbers of a place's listings by category. */
export const getCategoryCounts = ({ categoriesOfPlaces }: Counts, { id }: Place) =>
  categoriesOfPlaces.get(id) ?? EMPTY_COUNTS;

/** The number of listings of a category, including its children. */
export const sumCategoryCounts = (category: CategoryNode, numbers: ReadonlyMap<number, number>): number =>
  category.children.reduce((sum, child) => sum + sumCategoryCounts(child, numbers), numbers.get(category.id) ?? 0);

/** The categories of both levels with most listings in a place, in descending order. */
export function topCategoriesInPlace({ categories }: Gazetteer, counts: Counts, place: Place): CountedLink[] {
  const numbers = getCategoryCounts(counts, place);
  return topLinks(categories.all.map((category) => ({ ...category, count: sumCategoryCounts(category, numbers) })));
}

/** The places with most listings of a category, in descending order. */
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
