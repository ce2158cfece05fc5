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
