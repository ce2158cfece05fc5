/** A point; the mean of no points has none. */
interface Point {
  lat: number | null;
  lng: number | null;
}

/** How many are offered in place of what has no listings. */
const MAX_NEAREST = 8;

/** The nearest to a point of those that have listings, nearest first. */
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

/** For comparing only: degrees, with longitudes narrowed as they are at 34° north. */
export const distance = (a: Point, b: Point) =>
  Math.hypot((a.lat ?? 0) - (b.lat ?? 0), ((a.lng ?? 0) - (b.lng ?? 0)) * 0.83);
