import type { CountedLink } from '#contract/places.ts';
import type { CategoryNode, Gazetteer, Place } from './gazetteer.ts';
import { toCategoryLink } from './shown-names.ts';

/** The surrogate key of responses with counts of the whole directory. */
export const COUNTS_KEY = 'counts';

/** The surrogate key of responses with the counts of a county and its places. */
export const countyCountsKey = (countyId: number) => `counts:${countyId}`;

/** The surrogate key of responses with the counts of a place's categories. */
export const placeCountsKey = (placeId: number) => `counts:place:${placeId}`;

/** The surrogate key of responses with the counts of a top category and its children, in any place. */
export const categoryCountsKey = ({ id, parent }: CategoryNode) => `counts:category:${parent?.id ?? id}`;

/** The most links of one kind on a page. */
const MAX_LINKS = 24;

const EMPTY_COUNTS: ReadonlyMap<number, number> = new Map();

/** The part of `Counts` that this file needs. */
interface PlaceCounts {
  categoriesOfPlaces: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** The numbers of a place's listings by category. */
export const getCategoryCounts = ({ categoriesOfPlaces }: PlaceCounts, { id }: Place) =>
  categoriesOfPlaces.get(id) ?? EMPTY_COUNTS;

/** The number of listings of a category, including its children. */
export const sumCategoryCounts = (category: CategoryNode, numbers: ReadonlyMap<number, number>): number =>
  category.children.reduce((sum, child) => sum + sumCategoryCounts(child, numbers), numbers.get(category.id) ?? 0);

/** The categories of both levels with most listings in a place, in descending order. */
export function topCategoriesInPlace({ categories }: Gazetteer, counts: PlaceCounts, place: Place): CountedLink[] {
  const numbers = getCategoryCounts(counts, place);
  return topLinks(
    categories.all.map((category) => ({ ...toCategoryLink(category), count: sumCategoryCounts(category, numbers) })),
  );
}

/** The neighborhoods of a city with most listings of a category, in descending order. */
export function topNeighborhoodsForCategory(
  { places }: Gazetteer,
  counts: PlaceCounts,
  city: Place,
  category: CategoryNode,
): CountedLink[] {
  const parts = places.all.filter(({ cityId }) => cityId === city.id);
  return topLinks(
    parts.map((place) => ({ ...place, count: sumCategoryCounts(category, getCategoryCounts(counts, place)) })),
  );
}

/** The places with most listings of a category, in descending order. */
export function topPlacesForCategory(
  { places }: Gazetteer,
  counts: PlaceCounts,
  category: CategoryNode,
): CountedLink[] {
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

/** A point; null where it is unknown. */
interface Point {
  lat: number | null;
  lng: number | null;
}

/** The number of alternatives to a page without listings. */
const MAX_NEAREST = 8;

/** The rows with listings that are nearest to a point, nearest first. */
export function nearestWithListings<Row extends Point>(
  rows: readonly Row[],
  point: Point,
  count: (row: Row) => number | undefined,
): Row[] {
  return rows
    .filter(count)
    .toSorted((a, b) => distance(a, point) - distance(b, point))
    .slice(0, MAX_NEAREST);
}

/** A distance for comparison only: in degrees, with longitudes scaled for 34° north. */
export const distance = (a: Point, b: Point) =>
  Math.hypot((a.lat ?? 0) - (b.lat ?? 0), ((a.lng ?? 0) - (b.lng ?? 0)) * 0.83);
