import type { CountedLink } from '#contract/places.ts';
import type { Counts } from './counts.ts';
import type { CategoryNode, Gazetteer, Place } from './gazetteer.ts';

/** How many links of a kind a page offers. */
const MOST_LINKS = 24;

const NONE: ReadonlyMap<number, number> = new Map();

/** Numbers of listings by the category that they name: of a place. */
export const numbersIn = ({ categoriesOfPlaces }: Counts, { id }: Place) => categoriesOfPlaces.get(id) ?? NONE;

/** How many listings a category has, its children's among them. */
export const countOf = (category: CategoryNode, numbers: ReadonlyMap<number, number>): number =>
  category.children.reduce((sum, child) => sum + countOf(child, numbers), numbers.get(category.id) ?? 0);

/** The categories of both levels that have most listings in a place, those with most first. */
export function categoriesIn({ categories }: Gazetteer, counts: Counts, place: Place): CountedLink[] {
  const numbers = numbersIn(counts, place);
  return most(categories.all.map((category) => ({ ...category, count: countOf(category, numbers) })));
}

/** The places with most listings of a category, those with most first. */
export function placesWith({ places }: Gazetteer, counts: Counts, category: CategoryNode): CountedLink[] {
  return most(places.all.map((place) => ({ ...place, count: countOf(category, numbersIn(counts, place)) })));
}

const most = (rows: CountedLink[]): CountedLink[] =>
  rows
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_LINKS)
    .map(({ name, slug, count }) => ({ name, slug, count }));
